CREATE TABLE `jobs` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`operation_id` text NOT NULL,
	`fingerprint` text NOT NULL,
	`kind` text NOT NULL,
	`service` text NOT NULL,
	`model` text,
	`provider` text NOT NULL,
	`upstream_model` text NOT NULL,
	`parameters` text NOT NULL,
	`options` text NOT NULL,
	`uploads` text NOT NULL,
	`price_tokens` integer NOT NULL,
	`step` text NOT NULL,
	`ticket` text,
	`progress` real,
	`attempts` integer DEFAULT 0 NOT NULL,
	`checks` integer DEFAULT 0 NOT NULL,
	`failed_checks` integer DEFAULT 0 NOT NULL,
	`due_at` integer,
	`lease_until` integer,
	`deadline_at` integer NOT NULL,
	`cancel_requested_at` integer,
	`failure` text,
	`files` text NOT NULL,
	`charged_tokens` integer,
	`created_at` integer NOT NULL,
	`started_at` integer,
	`finished_at` integer,
	`deleted_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `jobs_operation` ON `jobs` (`user_id`,`operation_id`);--> statement-breakpoint
CREATE INDEX `jobs_recent` ON `jobs` (`user_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `jobs_at_provider` ON `jobs` (`provider`,`step`);--> statement-breakpoint
CREATE INDEX `jobs_finished` ON `jobs` (`service`,`finished_at`);--> statement-breakpoint
CREATE INDEX `jobs_due` ON `jobs` (`due_at`) WHERE "jobs"."due_at" is not null;