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
SELECT 'refund:' || `refunds`.`payment_id` || ':' || sum(`refunds`.`amount_kopecks`) OVER (PARTITION BY `refunds`.`payment_id` ORDER BY `refunds`.`created_at`, `refunds`.`id`),
	`refunds`.`payment_id`, `refunds`.`user_id`, `refunds`.`amount_kopecks`, `refunds`.`created_at`
FROM `refunds` JOIN `payments` ON `payments`.`id` = `refunds`.`payment_id`
WHERE `refunds`.`status` = 'succeeded' AND `payments`.`credited_at` IS NOT NULL AND `payments`.`refunded_kopecks` > 0;--> statement-breakpoint
INSERT OR IGNORE INTO `money_returns` (`id`, `payment_id`, `user_id`, `amount_kopecks`, `at`)
SELECT 'refund:' || `id` || ':' || `refunded_kopecks`, `id`, `user_id`, `refunded_kopecks` - `known`, `updated_at`
FROM (SELECT `payments`.*, coalesce((SELECT sum(`amount_kopecks`) FROM `money_returns` WHERE `payment_id` = `payments`.`id`), 0) AS `known` FROM `payments`)
WHERE `credited_at` IS NOT NULL AND `refunded_kopecks` > `known`;--> statement-breakpoint
CREATE TRIGGER `money_returned` AFTER UPDATE OF `refunded_kopecks` ON `payments`
WHEN NEW.`credited_at` IS NOT NULL AND NEW.`refunded_kopecks` > OLD.`refunded_kopecks` BEGIN
	INSERT OR IGNORE INTO `money_returns` (`id`, `payment_id`, `user_id`, `amount_kopecks`, `at`)
	VALUES ('refund:' || NEW.`id` || ':' || NEW.`refunded_kopecks`, NEW.`id`, NEW.`user_id`, NEW.`refunded_kopecks` - OLD.`refunded_kopecks`, NEW.`updated_at`);
END;--> statement-breakpoint
UPDATE `closings` SET `figures` = json_set(`figures`, '$.late', 0) WHERE `figures` ->> 'late' IS NULL;
