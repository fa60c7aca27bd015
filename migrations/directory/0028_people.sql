CREATE TABLE `token_changes` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`tokens` integer NOT NULL,
	`may_owe` integer NOT NULL,
	`reason` text NOT NULL,
	`asked_by` text NOT NULL,
	`asked_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`state` text NOT NULL,
	`decided_by` text,
	`decided_at` integer
);
--> statement-breakpoint
CREATE INDEX `token_changes_of_operator` ON `token_changes` (`asked_by`,`asked_at`);--> statement-breakpoint
CREATE INDEX `token_changes_open` ON `token_changes` (`asked_at`) WHERE "token_changes"."state" in ('asked', 'agreed');--> statement-breakpoint
ALTER TABLE `users` ADD `blocked_at` integer;