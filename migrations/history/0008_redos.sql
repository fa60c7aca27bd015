ALTER TABLE `jobs` ADD `redo_of` text;--> statement-breakpoint
ALTER TABLE `jobs` ADD `redo_at` integer;--> statement-breakpoint
ALTER TABLE `jobs` ADD `redo_attempts` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `jobs_redo_claims` ON `jobs` (`user_id`,`redo_at`) WHERE "jobs"."redo_at" is not null;--> statement-breakpoint
CREATE INDEX `jobs_redo_recent` ON `jobs` (`redo_at`) WHERE "jobs"."redo_at" is not null;