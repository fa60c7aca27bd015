DROP TABLE `token_changes`;
--> statement-breakpoint
CREATE TABLE `token_changes` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`user_id` text NOT NULL,
	`subject` text NOT NULL,
	`tokens` integer NOT NULL,
	`terms` text NOT NULL,
	`reason` text NOT NULL,
	`asked_by` text NOT NULL,
	`asked_by_id` text,
	`limit_of` text,
	`asked_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`state` text NOT NULL,
	`decided_by` text,
	`decided_by_id` text,
	`decided_at` integer,
	`refusal` text
);
--> statement-breakpoint
CREATE INDEX `token_changes_of_limit` ON `token_changes` (`limit_of`,`asked_at`);--> statement-breakpoint
CREATE INDEX `token_changes_open` ON `token_changes` (`asked_at`) WHERE "token_changes"."state" in ('asked', 'agreed');