ALTER TABLE `jobs` ADD `language` text;--> statement-breakpoint
ALTER TABLE `jobs` ADD `translations` integer DEFAULT 0 NOT NULL;