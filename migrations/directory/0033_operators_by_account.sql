DROP INDEX `token_changes_of_operator`;--> statement-breakpoint
ALTER TABLE `token_changes` ADD `asked_by_id` text;--> statement-breakpoint
ALTER TABLE `token_changes` ADD `decided_by_id` text;--> statement-breakpoint
UPDATE `token_changes` SET
	`asked_by_id` = (SELECT `user_id` FROM `operators` WHERE `name` = `asked_by`),
	`decided_by_id` = (SELECT `user_id` FROM `operators` WHERE `name` = `decided_by`);--> statement-breakpoint
CREATE INDEX `token_changes_of_operator` ON `token_changes` (`asked_by_id`,`asked_at`);--> statement-breakpoint
CREATE INDEX `operator_actions_operator` ON `operator_actions` (`operator`);--> statement-breakpoint
CREATE INDEX `operator_actions_action` ON `operator_actions` (`action`);