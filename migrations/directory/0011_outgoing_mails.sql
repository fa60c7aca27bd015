ALTER TABLE `subscription_mails` RENAME TO `outgoing_mails`;--> statement-breakpoint
DROP INDEX `subscription_mails_user`;--> statement-breakpoint
DROP INDEX `subscription_mails_due`;--> statement-breakpoint
CREATE INDEX `outgoing_mails_user` ON `outgoing_mails` (`user_id`);--> statement-breakpoint
CREATE INDEX `outgoing_mails_due` ON `outgoing_mails` (`send_at`) WHERE "outgoing_mails"."send_at" is not null;