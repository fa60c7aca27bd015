DROP INDEX `usage_recent`;--> statement-breakpoint
CREATE INDEX `usage_of_period` ON `usage` (`user_id`,`finished_at`);