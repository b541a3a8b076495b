CREATE TABLE `request_memory` (
	`key` text PRIMARY KEY NOT NULL,
	`previous_key` text,
	`revision` integer NOT NULL,
	`recorded_at_ms` integer NOT NULL,
	`size_bytes` integer NOT NULL,
	`original_ids` text NOT NULL,
	`data` text NOT NULL
);
