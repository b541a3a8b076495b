CREATE TABLE `archive` (
	`original_id` text PRIMARY KEY NOT NULL,
	`alias` text NOT NULL,
	FOREIGN KEY (`original_id`) REFERENCES `originals`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `archive_alias_unique` ON `archive` (`alias`);