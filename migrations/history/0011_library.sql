CREATE TABLE `work_folders` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `work_folders_of_user` ON `work_folders` (`user_id`);--> statement-breakpoint
CREATE TABLE `work_shares` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`job_id` text NOT NULL,
	`token_digest` text NOT NULL,
	`with_prompt` integer NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `work_shares_token` ON `work_shares` (`token_digest`);--> statement-breakpoint
CREATE INDEX `work_shares_recent` ON `work_shares` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `work_shares_of_job` ON `work_shares` (`job_id`);--> statement-breakpoint
ALTER TABLE `jobs` ADD `favourite_at` integer;--> statement-breakpoint
ALTER TABLE `jobs` ADD `work_folder_id` integer;--> statement-breakpoint
CREATE INDEX `jobs_favourite` ON `jobs` (`user_id`,`created_at`,`id`) WHERE "jobs"."favourite_at" is not null;--> statement-breakpoint
CREATE INDEX `jobs_of_folder` ON `jobs` (`user_id`,`work_folder_id`,`created_at`,`id`) WHERE "jobs"."work_folder_id" is not null;
--> statement-breakpoint
CREATE TRIGGER `work_folder_stored` AFTER INSERT ON `work_folders` BEGIN
	INSERT INTO `stored_bytes` VALUES (new.`user_id`, 100 + octet_length(new.`name`))
		ON CONFLICT DO UPDATE SET `total` = `total` + excluded.`total`;
END;
--> statement-breakpoint
CREATE TRIGGER `work_folder_renamed` AFTER UPDATE OF `name` ON `work_folders` BEGIN
	UPDATE `stored_bytes` SET `total` = `total` + octet_length(new.`name`) - octet_length(old.`name`)
		WHERE `user_id` = new.`user_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `work_folder_freed` AFTER DELETE ON `work_folders` BEGIN
	UPDATE `stored_bytes` SET `total` = `total` - 100 - octet_length(old.`name`) WHERE `user_id` = old.`user_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `work_share_stored` AFTER INSERT ON `work_shares` BEGIN
	INSERT INTO `stored_bytes` VALUES (new.`user_id`, 500) ON CONFLICT DO UPDATE SET `total` = `total` + excluded.`total`;
END;
--> statement-breakpoint
CREATE TRIGGER `work_share_freed` AFTER DELETE ON `work_shares` BEGIN
	UPDATE `stored_bytes` SET `total` = `total` - 500 WHERE `user_id` = old.`user_id`;
END;
