CREATE TABLE `conversation_counts` (
	`user_id` text NOT NULL,
	`service` text NOT NULL,
	`total` integer NOT NULL,
	PRIMARY KEY(`user_id`, `service`)
);
--> statement-breakpoint
INSERT INTO `conversation_counts` SELECT `user_id`, `service`, count(*) FROM `conversations` GROUP BY 1, 2;
--> statement-breakpoint
CREATE TRIGGER `conversation_added` AFTER INSERT ON `conversations` BEGIN
	INSERT INTO `conversation_counts` VALUES (new.`user_id`, new.`service`, 1)
		ON CONFLICT DO UPDATE SET `total` = `total` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `conversation_removed` AFTER DELETE ON `conversations` BEGIN
	UPDATE `conversation_counts` SET `total` = `total` - 1
		WHERE `user_id` = old.`user_id` AND `service` = old.`service`;
	DELETE FROM `conversation_counts`
		WHERE `user_id` = old.`user_id` AND `service` = old.`service` AND `total` <= 0;
END;
