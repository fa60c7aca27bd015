CREATE TABLE `attachments` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`kind` text NOT NULL,
	`media_type` text NOT NULL,
	`size_bytes` integer NOT NULL,
	`sent_bytes` integer NOT NULL,
	`width` integer,
	`height` integer,
	`text_length` integer DEFAULT 0 NOT NULL,
	`input_tokens` integer DEFAULT 0 NOT NULL,
	`state` text NOT NULL,
	`failure` text,
	`attempts` integer DEFAULT 0 NOT NULL,
	`due_at` integer,
	`expires_at` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `attachments_of_user` ON `attachments` (`user_id`,`size_bytes`);--> statement-breakpoint
CREATE INDEX `attachments_due` ON `attachments` (`due_at`) WHERE "attachments"."due_at" is not null;--> statement-breakpoint
CREATE INDEX `attachments_unsent` ON `attachments` (`expires_at`) WHERE "attachments"."expires_at" is not null;--> statement-breakpoint
CREATE TABLE `message_attachments` (
	`message_id` integer NOT NULL,
	`position` integer NOT NULL,
	`attachment_id` text NOT NULL,
	PRIMARY KEY(`message_id`, `position`),
	FOREIGN KEY (`message_id`) REFERENCES `messages`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `message_attachments_of_file` ON `message_attachments` (`attachment_id`);--> statement-breakpoint
CREATE TABLE `removed_attachments` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `removed_attachments_of_user` ON `removed_attachments` (`user_id`);
--> statement-breakpoint
CREATE TRIGGER `attachment_stored` AFTER INSERT ON `attachments` BEGIN
	INSERT INTO `stored_bytes` VALUES (new.`user_id`, 500 + octet_length(new.`name`))
		ON CONFLICT DO UPDATE SET `total` = `total` + excluded.`total`;
	DELETE FROM `removed_attachments` WHERE `id` = new.`id`;
END;
--> statement-breakpoint
-- Its bytes are deleted by whoever finds it here: together with the chat, and by the clock.
CREATE TRIGGER `attachment_freed` AFTER DELETE ON `attachments` BEGIN
	UPDATE `stored_bytes` SET `total` = `total` - 500 - octet_length(old.`name`) WHERE `user_id` = old.`user_id`;
	INSERT OR IGNORE INTO `removed_attachments` VALUES (old.`id`, old.`user_id`);
END;
--> statement-breakpoint
CREATE TRIGGER `message_attachment_added` AFTER INSERT ON `message_attachments` BEGIN
	UPDATE `attachments` SET `expires_at` = NULL WHERE `id` = new.`attachment_id`;
	UPDATE `stored_bytes` SET `total` = `total` + 100
		WHERE `user_id` = (SELECT `user_id` FROM `attachments` WHERE `id` = new.`attachment_id`);
END;
--> statement-breakpoint
-- With its last message the file goes as well.
CREATE TRIGGER `message_attachment_removed` AFTER DELETE ON `message_attachments` BEGIN
	UPDATE `stored_bytes` SET `total` = `total` - 100
		WHERE `user_id` = (SELECT `user_id` FROM `attachments` WHERE `id` = old.`attachment_id`);
	DELETE FROM `attachments` WHERE `id` = old.`attachment_id`
		AND NOT EXISTS (SELECT 1 FROM `message_attachments` WHERE `attachment_id` = old.`attachment_id`);
END;
