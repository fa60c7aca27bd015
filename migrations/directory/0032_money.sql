CREATE TABLE `closings` (
	`month` text PRIMARY KEY NOT NULL,
	`figures` text NOT NULL,
	`closed_at` integer NOT NULL,
	`closed_by` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `payments_created` ON `payments` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `payments_in_review` ON `payments` (`created_at`,`id`) WHERE "payments"."status" = 'review';--> statement-breakpoint
CREATE INDEX `payments_took_back` ON `payments` (`user_id`) WHERE "payments"."refunded_tokens" > 0;