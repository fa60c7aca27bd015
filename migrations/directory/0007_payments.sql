CREATE TABLE `payments` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`operation_id` text NOT NULL,
	`package_id` text NOT NULL,
	`tokens` integer NOT NULL,
	`bonus_tokens` integer NOT NULL,
	`total_tokens` integer NOT NULL,
	`amount_kopecks` integer NOT NULL,
	`currency` text NOT NULL,
	`status` text NOT NULL,
	`idempotence_key` text NOT NULL,
	`receipt_email` text,
	`provider_payment_id` text,
	`confirmation_token` text,
	`cancellation_reason` text,
	`mismatch` text,
	`receipt_status` text,
	`refunded_kopecks` integer DEFAULT 0 NOT NULL,
	`refunding_kopecks` integer,
	`refunded_tokens` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`completed_at` integer,
	`credited_at` integer,
	`checked_at` integer,
	`next_check_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payments_operation` ON `payments` (`user_id`,`operation_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `payments_provider` ON `payments` (`provider_payment_id`);--> statement-breakpoint
CREATE INDEX `payments_recent` ON `payments` (`user_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `payments_due` ON `payments` (`next_check_at`) WHERE "payments"."next_check_at" is not null;