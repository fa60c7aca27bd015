CREATE TABLE `folders` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `folders_of_user` ON `folders` (`user_id`);--> statement-breakpoint
ALTER TABLE `conversations` ADD `pinned_at` integer;--> statement-breakpoint
ALTER TABLE `conversations` ADD `archived_at` integer;--> statement-breakpoint
ALTER TABLE `conversations` ADD `folder_id` integer;--> statement-breakpoint
ALTER TABLE `conversations` ADD `title_asked_at` integer;--> statement-breakpoint
ALTER TABLE `conversations` ADD `section` text GENERATED ALWAYS AS (case when archived_at is not null then 'archive' when pinned_at is not null then 'pinned' when folder_id is not null then 'folder ' || folder_id else 'rest' end) VIRTUAL;--> statement-breakpoint
CREATE INDEX `conversations_of_section` ON `conversations` (`user_id`,`service`,`section`,`updated_at`);--> statement-breakpoint
-- The triggers name the table, which can be renamed only without them.
DROP TRIGGER `conversation_added`;--> statement-breakpoint
DROP TRIGGER `conversation_removed`;--> statement-breakpoint
CREATE TABLE `new_conversation_counts` (
	`user_id` text NOT NULL,
	`service` text NOT NULL,
	`section` text DEFAULT 'rest' NOT NULL,
	`total` integer NOT NULL,
	PRIMARY KEY(`user_id`, `service`, `section`)
);
--> statement-breakpoint
INSERT INTO `new_conversation_counts` (`user_id`, `service`, `total`)
	SELECT `user_id`, `service`, `total` FROM `conversation_counts`;--> statement-breakpoint
DROP TABLE `conversation_counts`;--> statement-breakpoint
ALTER TABLE `new_conversation_counts` RENAME TO `conversation_counts`;--> statement-breakpoint
CREATE TRIGGER `conversation_added` AFTER INSERT ON `conversations` BEGIN
	INSERT INTO `conversation_counts` VALUES (new.`user_id`, new.`service`, new.`section`, 1)
		ON CONFLICT DO UPDATE SET `total` = `total` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `conversation_removed` AFTER DELETE ON `conversations` BEGIN
	UPDATE `conversation_counts` SET `total` = `total` - 1
		WHERE `user_id` = old.`user_id` AND `service` = old.`service` AND `section` = old.`section`;
	DELETE FROM `conversation_counts` WHERE `user_id` = old.`user_id` AND `service` = old.`service`
		AND `section` = old.`section` AND `total` <= 0;
END;
--> statement-breakpoint
CREATE TRIGGER `conversation_moved` AFTER UPDATE OF `pinned_at`, `archived_at`, `folder_id` ON `conversations`
WHEN old.`section` <> new.`section` BEGIN
	INSERT INTO `conversation_counts` VALUES (new.`user_id`, new.`service`, new.`section`, 1)
		ON CONFLICT DO UPDATE SET `total` = `total` + 1;
	UPDATE `conversation_counts` SET `total` = `total` - 1
		WHERE `user_id` = old.`user_id` AND `service` = old.`service` AND `section` = old.`section`;
	DELETE FROM `conversation_counts` WHERE `user_id` = old.`user_id` AND `service` = old.`service`
		AND `section` = old.`section` AND `total` <= 0;
END;
--> statement-breakpoint
CREATE TRIGGER `folder_stored` AFTER INSERT ON `folders` BEGIN
	INSERT INTO `stored_bytes` VALUES (new.`user_id`, 100 + octet_length(new.`name`))
		ON CONFLICT DO UPDATE SET `total` = `total` + excluded.`total`;
END;
--> statement-breakpoint
CREATE TRIGGER `folder_renamed` AFTER UPDATE OF `name` ON `folders` BEGIN
	UPDATE `stored_bytes` SET `total` = `total` + octet_length(new.`name`) - octet_length(old.`name`)
		WHERE `user_id` = new.`user_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `folder_freed` AFTER DELETE ON `folders` BEGIN
	UPDATE `stored_bytes` SET `total` = `total` - 100 - octet_length(old.`name`) WHERE `user_id` = old.`user_id`;
END;
