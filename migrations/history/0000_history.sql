-- `if not exists`, because the first history (HISTORY_0) has these tables from the time when there was one database.
CREATE TABLE IF NOT EXISTS `ledger_entries` (
	`user_id` text NOT NULL,
	`seq` integer NOT NULL,
	`operation_id` text NOT NULL,
	`kind` text NOT NULL,
	`balance_delta` integer NOT NULL,
	`reserved_delta` integer NOT NULL,
	`balance_after` integer NOT NULL,
	`reserved_after` integer NOT NULL,
	`reason` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `seq`)
);
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS `usage` (
	`user_id` text NOT NULL,
	`operation_id` text NOT NULL,
	`seq` integer NOT NULL,
	`service` text NOT NULL,
	`action` text NOT NULL,
	`model` text,
	`upstream_model` text,
	`outcome` text NOT NULL,
	`price_tokens` integer NOT NULL,
	`reserved_tokens` integer NOT NULL,
	`cost_tokens` integer NOT NULL,
	`returned_tokens` integer NOT NULL,
	`plan_tokens` integer DEFAULT 0 NOT NULL,
	`attempts` integer NOT NULL,
	`balance_after` integer NOT NULL,
	`created_at` integer NOT NULL,
	`finished_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `operation_id`)
);
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS `usage_of_period` ON `usage` (`user_id`,`finished_at`);--> statement-breakpoint
CREATE INDEX IF NOT EXISTS `usage_finished` ON `usage` (`service`,`finished_at`);--> statement-breakpoint
CREATE TABLE IF NOT EXISTS `conversation_counts` (
	`user_id` text NOT NULL,
	`service` text NOT NULL,
	`total` integer NOT NULL,
	PRIMARY KEY(`user_id`, `service`)
);
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS `conversations` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` text NOT NULL,
	`title` text NOT NULL,
	`service` text NOT NULL,
	`model` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS `conversations_recent` ON `conversations` (`user_id`,`updated_at`);--> statement-breakpoint
CREATE INDEX IF NOT EXISTS `conversations_recent_of_service` ON `conversations` (`user_id`,`service`,`updated_at`);--> statement-breakpoint
CREATE TABLE IF NOT EXISTS `jobs` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`operation_id` text NOT NULL,
	`fingerprint` text NOT NULL,
	`kind` text NOT NULL,
	`service` text NOT NULL,
	`model` text,
	`provider` text NOT NULL,
	`upstream_model` text NOT NULL,
	`parameters` text NOT NULL,
	`options` text NOT NULL,
	`language` text,
	`uploads` text NOT NULL,
	`price_tokens` integer NOT NULL,
	`step` text NOT NULL,
	`ticket` text,
	`progress` real,
	`translations` integer DEFAULT 0 NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`checks` integer DEFAULT 0 NOT NULL,
	`failed_checks` integer DEFAULT 0 NOT NULL,
	`due_at` integer,
	`lease_until` integer,
	`deadline_at` integer NOT NULL,
	`cancel_requested_at` integer,
	`failure` text,
	`files` text NOT NULL,
	`charged_tokens` integer,
	`created_at` integer NOT NULL,
	`started_at` integer,
	`finished_at` integer,
	`deleted_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS `jobs_operation` ON `jobs` (`user_id`,`operation_id`);--> statement-breakpoint
CREATE INDEX IF NOT EXISTS `jobs_recent` ON `jobs` (`user_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX IF NOT EXISTS `jobs_unended` ON `jobs` (`user_id`,`created_at`,`id`) WHERE "jobs"."finished_at" is null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS `jobs_finished` ON `jobs` (`service`,`finished_at`);--> statement-breakpoint
CREATE INDEX IF NOT EXISTS `jobs_due` ON `jobs` (`due_at`) WHERE "jobs"."due_at" is not null;--> statement-breakpoint
CREATE TABLE IF NOT EXISTS `messages` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`conversation_id` integer NOT NULL,
	`role` text NOT NULL,
	`content` text NOT NULL,
	`model` text NOT NULL,
	`operation_id` text,
	`outcome` text,
	`charged_tokens` integer,
	`usd_micros` integer,
	`upstream_model` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`conversation_id`) REFERENCES `conversations`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS `messages_conversation` ON `messages` (`conversation_id`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS `messages_turn` ON `messages` (`conversation_id`,`operation_id`,`role`);--> statement-breakpoint
CREATE TABLE IF NOT EXISTS `stored_bytes` (
	`user_id` text PRIMARY KEY NOT NULL,
	`total` integer NOT NULL
);
--> statement-breakpoint
DROP INDEX IF EXISTS `jobs_at_provider`;
--> statement-breakpoint
CREATE TRIGGER IF NOT EXISTS `conversation_added` AFTER INSERT ON `conversations` BEGIN
	INSERT INTO `conversation_counts` VALUES (new.`user_id`, new.`service`, 1)
		ON CONFLICT DO UPDATE SET `total` = `total` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER IF NOT EXISTS `conversation_removed` AFTER DELETE ON `conversations` BEGIN
	UPDATE `conversation_counts` SET `total` = `total` - 1
		WHERE `user_id` = old.`user_id` AND `service` = old.`service`;
	DELETE FROM `conversation_counts`
		WHERE `user_id` = old.`user_id` AND `service` = old.`service` AND `total` <= 0;
END;
--> statement-breakpoint
CREATE TRIGGER IF NOT EXISTS `conversation_stored` AFTER INSERT ON `conversations` BEGIN
	INSERT INTO `stored_bytes` VALUES (new.`user_id`, 300 + octet_length(new.`title`))
		ON CONFLICT DO UPDATE SET `total` = `total` + excluded.`total`;
END;
--> statement-breakpoint
CREATE TRIGGER IF NOT EXISTS `conversation_retitled` AFTER UPDATE OF `title` ON `conversations` BEGIN
	UPDATE `stored_bytes` SET `total` = `total` + octet_length(new.`title`) - octet_length(old.`title`)
		WHERE `user_id` = new.`user_id`;
END;
--> statement-breakpoint
CREATE TRIGGER IF NOT EXISTS `conversation_freed` BEFORE DELETE ON `conversations` BEGIN
	UPDATE `stored_bytes` SET `total` = `total` - 300 - octet_length(old.`title`) - (
		SELECT coalesce(sum(200 + octet_length(`content`) + octet_length(`model`)), 0)
		FROM `messages` WHERE `conversation_id` = old.`id`
	) WHERE `user_id` = old.`user_id`;
END;
--> statement-breakpoint
CREATE TRIGGER IF NOT EXISTS `message_stored` AFTER INSERT ON `messages` BEGIN
	UPDATE `stored_bytes` SET `total` = `total` + 200 + octet_length(new.`content`) + octet_length(new.`model`)
		WHERE `user_id` = (SELECT `user_id` FROM `conversations` WHERE `id` = new.`conversation_id`);
END;
--> statement-breakpoint
CREATE TRIGGER IF NOT EXISTS `message_changed` AFTER UPDATE OF `content`, `model` ON `messages` BEGIN
	UPDATE `stored_bytes` SET `total` = `total` + octet_length(new.`content`) + octet_length(new.`model`)
		- octet_length(old.`content`) - octet_length(old.`model`)
		WHERE `user_id` = (SELECT `user_id` FROM `conversations` WHERE `id` = new.`conversation_id`);
END;
--> statement-breakpoint
CREATE TRIGGER IF NOT EXISTS `message_freed` AFTER DELETE ON `messages` BEGIN
	UPDATE `stored_bytes` SET `total` = `total` - 200 - octet_length(old.`content`) - octet_length(old.`model`)
		WHERE `user_id` = (SELECT `user_id` FROM `conversations` WHERE `id` = old.`conversation_id`);
END;
--> statement-breakpoint
CREATE TRIGGER IF NOT EXISTS `job_stored` AFTER INSERT ON `jobs` BEGIN
	INSERT INTO `stored_bytes`
		VALUES (new.`user_id`, 1000 + octet_length(new.`parameters`) + octet_length(new.`options`))
		ON CONFLICT DO UPDATE SET `total` = `total` + excluded.`total`;
END;
--> statement-breakpoint
CREATE TRIGGER IF NOT EXISTS `job_changed` AFTER UPDATE OF `parameters`, `options` ON `jobs` BEGIN
	UPDATE `stored_bytes` SET `total` = `total` + octet_length(new.`parameters`) + octet_length(new.`options`)
		- octet_length(old.`parameters`) - octet_length(old.`options`)
		WHERE `user_id` = new.`user_id`;
END;
--> statement-breakpoint
CREATE TRIGGER IF NOT EXISTS `job_freed` AFTER DELETE ON `jobs` BEGIN
	UPDATE `stored_bytes` SET `total` = `total` - 1000 - octet_length(old.`parameters`) - octet_length(old.`options`)
		WHERE `user_id` = old.`user_id`;
END;
