CREATE TABLE `reconciliation_differences` (
	`night` integer NOT NULL,
	`kind` text NOT NULL,
	`subject` text NOT NULL,
	`user_id` text NOT NULL,
	`detail` text NOT NULL,
	`found_at` integer NOT NULL,
	PRIMARY KEY(`night`, `kind`, `subject`)
);
--> statement-breakpoint
CREATE TABLE `reconciliations` (
	`night` integer PRIMARY KEY NOT NULL,
	`stage` text NOT NULL,
	`cursor` text NOT NULL,
	`users` integer DEFAULT 0 NOT NULL,
	`jobs` integer DEFAULT 0 NOT NULL,
	`differences` integer DEFAULT 0 NOT NULL,
	`started_at` integer NOT NULL,
	`moved_at` integer NOT NULL,
	`lease_until` integer DEFAULT 0 NOT NULL,
	`finished_at` integer
);
