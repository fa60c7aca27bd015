CREATE TABLE `email_changes` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`new_email` text NOT NULL,
	`new_canonical_email` text NOT NULL,
	`old_token_hash` text NOT NULL,
	`new_token_hash` text NOT NULL,
	`old_agreed_at` integer,
	`new_agreed_at` integer,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`closed_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `email_changes_old` ON `email_changes` (`old_token_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `email_changes_new` ON `email_changes` (`new_token_hash`);--> statement-breakpoint
CREATE INDEX `email_changes_user` ON `email_changes` (`user_id`);