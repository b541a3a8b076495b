CREATE TABLE `vector_snapshots` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`generation` integer NOT NULL,
	`sha256` text NOT NULL,
	`size_bytes` integer NOT NULL,
	`dimensions` integer NOT NULL,
	`vectors` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `vector_snapshots_sha256_unique` ON `vector_snapshots` (`sha256`);