CREATE TABLE `instructions` (
	`conversation_id` integer PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`role` text,
	`instruction` text NOT NULL,
	FOREIGN KEY (`conversation_id`) REFERENCES `conversations`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `roles` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`instruction` text NOT NULL,
	`model` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `roles_of_user` ON `roles` (`user_id`);
--> statement-breakpoint
CREATE TRIGGER `role_stored` AFTER INSERT ON `roles` BEGIN
	INSERT INTO `stored_bytes` VALUES (new.`user_id`, 200 + octet_length(new.`instruction`) + coalesce(octet_length(new.`name`), 0))
		ON CONFLICT DO UPDATE SET `total` = `total` + excluded.`total`;
END;
--> statement-breakpoint
CREATE TRIGGER `role_changed` AFTER UPDATE ON `roles` BEGIN
	UPDATE `stored_bytes` SET `total` = `total` + octet_length(new.`instruction`) + coalesce(octet_length(new.`name`), 0) - octet_length(old.`instruction`) - coalesce(octet_length(old.`name`), 0)
		WHERE `user_id` = new.`user_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `role_freed` AFTER DELETE ON `roles` BEGIN
	UPDATE `stored_bytes` SET `total` = `total` - 200 - octet_length(old.`instruction`) - coalesce(octet_length(old.`name`), 0)
		WHERE `user_id` = old.`user_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `instruction_stored` AFTER INSERT ON `instructions` BEGIN
	INSERT INTO `stored_bytes` VALUES (new.`user_id`, 200 + octet_length(new.`instruction`) + coalesce(octet_length(new.`role`), 0))
		ON CONFLICT DO UPDATE SET `total` = `total` + excluded.`total`;
END;
--> statement-breakpoint
CREATE TRIGGER `instruction_changed` AFTER UPDATE ON `instructions` BEGIN
	UPDATE `stored_bytes` SET `total` = `total` + octet_length(new.`instruction`) + coalesce(octet_length(new.`role`), 0) - octet_length(old.`instruction`) - coalesce(octet_length(old.`role`), 0)
		WHERE `user_id` = new.`user_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `instruction_freed` AFTER DELETE ON `instructions` BEGIN
	UPDATE `stored_bytes` SET `total` = `total` - 200 - octet_length(old.`instruction`) - coalesce(octet_length(old.`role`), 0)
		WHERE `user_id` = old.`user_id`;
END;
