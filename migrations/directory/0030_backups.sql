CREATE TABLE `backups` (
	`night` integer PRIMARY KEY NOT NULL,
	`stage` text NOT NULL,
	`cursor` text NOT NULL,
	`users` integer DEFAULT 0 NOT NULL,
	`lines` integer DEFAULT 0 NOT NULL,
	`bytes` integer DEFAULT 0 NOT NULL,
	`balance_tokens` integer DEFAULT 0 NOT NULL,
	`parts` integer DEFAULT 0 NOT NULL,
	`digest` text DEFAULT '' NOT NULL,
	`failed` text DEFAULT '[]' NOT NULL,
	`started_at` integer NOT NULL,
	`moved_at` integer NOT NULL,
	`lease_until` integer DEFAULT 0 NOT NULL,
	`finished_at` integer
);
--> statement-breakpoint
CREATE TABLE `restores` (
	`id` text PRIMARY KEY NOT NULL,
	`scope` text NOT NULL,
	`operator` text NOT NULL,
	`reason` text NOT NULL,
	`started_at` integer NOT NULL,
	`finished_at` integer
);
