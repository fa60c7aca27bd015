ALTER TABLE `backups` ADD `failed_more` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `backups` ADD `long_wallet` text;--> statement-breakpoint
ALTER TABLE `backups` ADD `deleted_at` integer;