CREATE TABLE `documents` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`collection` text NOT NULL,
	`uri` text NOT NULL,
	`original_id` text NOT NULL,
	`content_hash` text NOT NULL,
	`media_type` text NOT NULL,
	`stable` integer NOT NULL,
	`origin` text NOT NULL,
	`title` text NOT NULL,
	`metadata` text NOT NULL,
	FOREIGN KEY (`original_id`) REFERENCES `originals`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `documents_by_key` ON `documents` (`collection`,`uri`);--> statement-breakpoint
CREATE INDEX `documents_by_original` ON `documents` (`original_id`);--> statement-breakpoint
CREATE TABLE `embeddings` (
	`hyperedge_id` integer PRIMARY KEY NOT NULL,
	`vector` blob NOT NULL,
	FOREIGN KEY (`hyperedge_id`) REFERENCES `hyperedges`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `entities` (
	`id` integer PRIMARY KEY NOT NULL,
	`key` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `entities_key_unique` ON `entities` (`key`);--> statement-breakpoint
CREATE TABLE `hyperedges` (
	`id` integer PRIMARY KEY NOT NULL,
	`document_id` integer NOT NULL,
	`ordinal` integer NOT NULL,
	`kind` text NOT NULL,
	`start` integer NOT NULL,
	`end` integer NOT NULL,
	`token_cost` real NOT NULL,
	`tokenizer_id` integer NOT NULL,
	`text_hash` text NOT NULL,
	`heading_path` text NOT NULL,
	`opening` text NOT NULL,
	`closing` text NOT NULL,
	`text` text NOT NULL,
	FOREIGN KEY (`document_id`) REFERENCES `documents`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`tokenizer_id`) REFERENCES `tokenizers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `hyperedges_by_document` ON `hyperedges` (`document_id`,`ordinal`);--> statement-breakpoint
CREATE TABLE `incidences` (
	`hyperedge_id` integer NOT NULL,
	`position` integer NOT NULL,
	`entity_id` integer NOT NULL,
	`weight` real NOT NULL,
	`owned` integer NOT NULL,
	`sentences` text NOT NULL,
	PRIMARY KEY(`hyperedge_id`, `position`),
	FOREIGN KEY (`hyperedge_id`) REFERENCES `hyperedges`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`entity_id`) REFERENCES `entities`(`id`) ON UPDATE no action ON DELETE no action
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `incidences_by_entity` ON `incidences` (`entity_id`);--> statement-breakpoint
CREATE TABLE `meta` (
	`key` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `originals` (
	`id` text PRIMARY KEY NOT NULL,
	`size_bytes` integer NOT NULL,
	`encoding` text NOT NULL,
	`bytes` blob NOT NULL
);
--> statement-breakpoint
CREATE TABLE `tokenizers` (
	`id` integer PRIMARY KEY NOT NULL,
	`identity` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `tokenizers_identity_unique` ON `tokenizers` (`identity`);