CREATE TABLE `duties` (
	`duty` text PRIMARY KEY NOT NULL,
	`since` integer NOT NULL,
	`ran_at` integer,
	`succeeded_at` integer,
	`backlog` integer,
	`oldest_due_at` integer,
	`warned_at` integer
);
