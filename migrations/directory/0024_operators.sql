CREATE TABLE `operator_sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`session_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`seen_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`ended_at` integer
);
--> statement-breakpoint
CREATE INDEX `operator_sessions_user` ON `operator_sessions` (`user_id`);--> statement-breakpoint
CREATE INDEX `operator_sessions_over` ON `operator_sessions` (coalesce("ended_at", "expires_at"));--> statement-breakpoint
CREATE TABLE `operators` (
	`user_id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`role` text NOT NULL,
	`granted_at` integer NOT NULL,
	`granted_by` text NOT NULL,
	`factor` text,
	`factor_since` integer,
	`factor_step` integer,
	`enrol_until` integer NOT NULL,
	`ended_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `operators_name` ON `operators` (`name`);--> statement-breakpoint
CREATE INDEX `operator_actions_at` ON `operator_actions` (`at`);