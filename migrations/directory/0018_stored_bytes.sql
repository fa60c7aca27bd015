CREATE TABLE `stored_bytes` (
	`user_id` text PRIMARY KEY NOT NULL,
	`total` integer NOT NULL
);
--> statement-breakpoint
UPDATE `jobs` SET `parameters` = '{}', `options` = '{}' WHERE `deleted_at` IS NOT NULL AND `due_at` IS NULL;
--> statement-breakpoint
INSERT INTO `stored_bytes` SELECT `user_id`, sum(`bytes`) FROM (
	SELECT `user_id`, 300 + octet_length(`title`) AS `bytes` FROM `conversations`
	UNION ALL SELECT `user_id`, 200 + octet_length(`content`) + octet_length(`messages`.`model`)
		FROM `messages` JOIN `conversations` ON `conversations`.`id` = `conversation_id`
	UNION ALL SELECT `user_id`, 1000 + octet_length(`parameters`) + octet_length(`options`) FROM `jobs`
) GROUP BY 1;
--> statement-breakpoint
CREATE TRIGGER `conversation_stored` AFTER INSERT ON `conversations` BEGIN
	INSERT INTO `stored_bytes` VALUES (new.`user_id`, 300 + octet_length(new.`title`))
		ON CONFLICT DO UPDATE SET `total` = `total` + excluded.`total`;
END;
--> statement-breakpoint
CREATE TRIGGER `conversation_retitled` AFTER UPDATE OF `title` ON `conversations` BEGIN
	UPDATE `stored_bytes` SET `total` = `total` + octet_length(new.`title`) - octet_length(old.`title`)
		WHERE `user_id` = new.`user_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `conversation_freed` BEFORE DELETE ON `conversations` BEGIN
	UPDATE `stored_bytes` SET `total` = `total` - 300 - octet_length(old.`title`) - (
		SELECT coalesce(sum(200 + octet_length(`content`) + octet_length(`model`)), 0)
		FROM `messages` WHERE `conversation_id` = old.`id`
	) WHERE `user_id` = old.`user_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `message_stored` AFTER INSERT ON `messages` BEGIN
	UPDATE `stored_bytes` SET `total` = `total` + 200 + octet_length(new.`content`) + octet_length(new.`model`)
		WHERE `user_id` = (SELECT `user_id` FROM `conversations` WHERE `id` = new.`conversation_id`);
END;
--> statement-breakpoint
CREATE TRIGGER `message_changed` AFTER UPDATE OF `content`, `model` ON `messages` BEGIN
	UPDATE `stored_bytes` SET `total` = `total` + octet_length(new.`content`) + octet_length(new.`model`)
		- octet_length(old.`content`) - octet_length(old.`model`)
		WHERE `user_id` = (SELECT `user_id` FROM `conversations` WHERE `id` = new.`conversation_id`);
END;
--> statement-breakpoint
CREATE TRIGGER `message_freed` AFTER DELETE ON `messages` BEGIN
	UPDATE `stored_bytes` SET `total` = `total` - 200 - octet_length(old.`content`) - octet_length(old.`model`)
		WHERE `user_id` = (SELECT `user_id` FROM `conversations` WHERE `id` = old.`conversation_id`);
END;
--> statement-breakpoint
CREATE TRIGGER `job_stored` AFTER INSERT ON `jobs` BEGIN
	INSERT INTO `stored_bytes`
		VALUES (new.`user_id`, 1000 + octet_length(new.`parameters`) + octet_length(new.`options`))
		ON CONFLICT DO UPDATE SET `total` = `total` + excluded.`total`;
END;
--> statement-breakpoint
CREATE TRIGGER `job_changed` AFTER UPDATE OF `parameters`, `options` ON `jobs` BEGIN
	UPDATE `stored_bytes` SET `total` = `total` + octet_length(new.`parameters`) + octet_length(new.`options`)
		- octet_length(old.`parameters`) - octet_length(old.`options`)
		WHERE `user_id` = new.`user_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `job_freed` AFTER DELETE ON `jobs` BEGIN
	UPDATE `stored_bytes` SET `total` = `total` - 1000 - octet_length(old.`parameters`) - octet_length(old.`options`)
		WHERE `user_id` = old.`user_id`;
END;
