CREATE TABLE `tool_calls` (
	`id` integer PRIMARY KEY NOT NULL,
	`session_id` text NOT NULL,
	`call_hash` text NOT NULL,
	`seen_at_ms` integer NOT NULL,
	`route` text NOT NULL,
	`adopted` integer NOT NULL,
	`tokenizer` text NOT NULL,
	`tokens_before` integer NOT NULL,
	`tokens_after` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `tool_calls_by_session` ON `tool_calls` (`session_id`,`call_hash`);