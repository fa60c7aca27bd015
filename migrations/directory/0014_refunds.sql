CREATE TABLE `refund_searches` (
	`provider` text PRIMARY KEY NOT NULL,
	`compared_until` integer NOT NULL,
	`searching_until` integer,
	`cursor` text,
	`pending_from` integer,
	`due_at` integer NOT NULL,
	`completed_at` integer
);
--> statement-breakpoint
CREATE TABLE `refunds` (
	`id` text PRIMARY KEY NOT NULL,
	`payment_id` text NOT NULL,
	`user_id` text NOT NULL,
	`operation_id` text NOT NULL,
	`amount_kopecks` integer NOT NULL,
	`status` text NOT NULL,
	`idempotence_key` text NOT NULL,
	`receipt_email` text,
	`provider_refund_id` text,
	`failure` text,
	`created_at` integer NOT NULL,
	`sent_at` integer,
	`checked_at` integer,
	`next_check_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `refunds_operation` ON `refunds` (`payment_id`,`operation_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `refunds_provider` ON `refunds` (`provider_refund_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `refunds_open` ON `refunds` (`payment_id`) WHERE "refunds"."status" in ('created', 'pending');--> statement-breakpoint
CREATE INDEX `refunds_due` ON `refunds` (`next_check_at`) WHERE "refunds"."next_check_at" is not null;--> statement-breakpoint
ALTER TABLE `payments` ADD `saving_refused` integer DEFAULT false NOT NULL;