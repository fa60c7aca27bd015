DROP INDEX `invitations_campaign`;--> statement-breakpoint
ALTER TABLE `invitations` ADD `payment_id` text;--> statement-breakpoint
ALTER TABLE `invitations` ADD `taken_back_at` integer;--> statement-breakpoint
ALTER TABLE `invitations` ADD `taken_back_tokens` integer;--> statement-breakpoint
CREATE UNIQUE INDEX `invitations_payment` ON `invitations` (`payment_id`);--> statement-breakpoint
CREATE INDEX `invitations_campaign` ON `invitations` (`campaign_id`,`is_rewarded`,`taken_back_at`);--> statement-breakpoint
ALTER TABLE `invitation_campaigns` ADD `people_max` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `invitation_campaigns` ADD `came` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `invitation_campaigns` ADD `purchase_min_kopecks` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE TRIGGER `invitation_came` AFTER INSERT ON `invitations` BEGIN
	UPDATE `invitation_campaigns` SET `came` = `came` + 1 WHERE `id` = new.`campaign_id`;
END;
