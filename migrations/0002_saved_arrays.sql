CREATE TABLE `saved_arrays` (
	`id` integer PRIMARY KEY NOT NULL,
	`sha256` text NOT NULL,
	`bytes` blob NOT NULL
);
