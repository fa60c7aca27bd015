CREATE TABLE `money_returns` (
	`id` text PRIMARY KEY NOT NULL,
	`payment_id` text NOT NULL,
	`user_id` text NOT NULL,
	`amount_kopecks` integer NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `money_returns_at` ON `money_returns` (`at`,`id`);--> statement-breakpoint
DROP INDEX `refunds_created`;--> statement-breakpoint
ALTER TABLE `closings` ADD `night` text;--> statement-breakpoint
INSERT INTO `money_returns` (`id`, `payment_id`, `user_id`, `amount_kopecks`, `at`)
SELECT 'refund:' || `id` || ':' || `refunded_kopecks`, `id`, `user_id`, `refunded_kopecks`, coalesce(
	(SELECT max(`checked_at`) FROM `refunds` WHERE `refunds`.`payment_id` = `payments`.`id` AND `refunds`.`status` = 'succeeded'),
	`updated_at`)
FROM `payments` WHERE `credited_at` IS NOT NULL AND `refunded_kopecks` > 0;--> statement-breakpoint
UPDATE `closings` SET `figures` = json_set(`figures`, '$.late', 0) WHERE `figures` ->> 'late' IS NULL;
