CREATE TABLE `ledger` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at_ms` integer NOT NULL,
	`kind` text NOT NULL,
	`tokenizer` text NOT NULL,
	`data` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `ledger_by_time` ON `ledger` (`at_ms`);