ALTER TABLE `jobs` ADD `made_from` text;--> statement-breakpoint
ALTER TABLE `jobs` ADD `kept_sources` text;--> statement-breakpoint
CREATE INDEX `jobs_made_from` ON `jobs` (`user_id`,`created_at`,`made_from`) WHERE "jobs"."made_from" is not null;