CREATE TABLE `subscription_mails` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`facts` text NOT NULL,
	`created_at` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`send_at` integer,
	`sent_at` integer
);
--> statement-breakpoint
CREATE INDEX `subscription_mails_user` ON `subscription_mails` (`user_id`);--> statement-breakpoint
CREATE INDEX `subscription_mails_due` ON `subscription_mails` (`send_at`) WHERE "subscription_mails"."send_at" is not null;--> statement-breakpoint
CREATE TABLE `subscription_periods` (
	`payment_id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`subscription_id` text NOT NULL,
	`starts_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`refunded_at` integer
);
--> statement-breakpoint
CREATE INDEX `subscription_periods_user` ON `subscription_periods` (`user_id`);--> statement-breakpoint
CREATE TABLE `subscriptions` (
	`user_id` text PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`state` text NOT NULL,
	`price_kopecks` integer NOT NULL,
	`anchor_at` integer NOT NULL,
	`months` integer NOT NULL,
	`period_start` integer NOT NULL,
	`period_end` integer NOT NULL,
	`access_until` integer NOT NULL,
	`method_id` text,
	`method_title` text,
	`reminded_at` integer,
	`attempts` integer NOT NULL,
	`decline_reason` text,
	`retry_at` integer,
	`change_id` text NOT NULL,
	`next_action_at` integer
);
--> statement-breakpoint
CREATE INDEX `subscriptions_due` ON `subscriptions` (`next_action_at`) WHERE "subscriptions"."next_action_at" is not null;--> statement-breakpoint
ALTER TABLE `usage` ADD `plan_tokens` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `payments_open_premium` ON `payments` (`user_id`) WHERE "payments"."package_id" = 'premium' and "payments"."status" in ('created', 'pending');