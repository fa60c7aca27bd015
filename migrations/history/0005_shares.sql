CREATE TABLE `shares` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`conversation_id` integer NOT NULL,
	`token_digest` text NOT NULL,
	`title` text NOT NULL,
	`size_bytes` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`conversation_id`) REFERENCES `conversations`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `shares_token` ON `shares` (`token_digest`);--> statement-breakpoint
CREATE INDEX `shares_recent` ON `shares` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `shares_conversation` ON `shares` (`conversation_id`);--> statement-breakpoint
ALTER TABLE `conversations` ADD `import_id` text;--> statement-breakpoint
CREATE UNIQUE INDEX `conversations_imported` ON `conversations` (`user_id`,`import_id`) WHERE "conversations"."import_id" is not null;--> statement-breakpoint
CREATE TRIGGER `share_stored` AFTER INSERT ON `shares` BEGIN
	INSERT INTO `stored_bytes` VALUES (new.`user_id`, 500 + octet_length(new.`title`) + new.`size_bytes`)
		ON CONFLICT DO UPDATE SET `total` = `total` + excluded.`total`;
END;
--> statement-breakpoint
CREATE TRIGGER `share_freed` AFTER DELETE ON `shares` BEGIN
	UPDATE `stored_bytes` SET `total` = `total` - 500 - octet_length(old.`title`) - old.`size_bytes`
		WHERE `user_id` = old.`user_id`;
END;
