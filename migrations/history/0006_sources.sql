ALTER TABLE `messages` ADD `thinking` text;--> statement-breakpoint
ALTER TABLE `messages` ADD `sources` text;--> statement-breakpoint
-- They are counted in what a user stores (domain/stored-bytes.ts).
DROP TRIGGER `conversation_freed`;--> statement-breakpoint
DROP TRIGGER `message_stored`;--> statement-breakpoint
DROP TRIGGER `message_changed`;--> statement-breakpoint
DROP TRIGGER `message_freed`;--> statement-breakpoint
CREATE TRIGGER `conversation_freed` BEFORE DELETE ON `conversations` BEGIN
	UPDATE `stored_bytes` SET `total` = `total` - 300 - octet_length(old.`title`) - (
		SELECT coalesce(sum(200 + octet_length(`content`) + octet_length(`model`) + coalesce(octet_length(`thinking`), 0) + coalesce(octet_length(`sources`), 0)), 0)
		FROM `messages` WHERE `conversation_id` = old.`id`
	) WHERE `user_id` = old.`user_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `message_stored` AFTER INSERT ON `messages` BEGIN
	UPDATE `stored_bytes` SET `total` = `total` + 200 + octet_length(new.`content`) + octet_length(new.`model`)
		+ coalesce(octet_length(new.`thinking`), 0) + coalesce(octet_length(new.`sources`), 0)
		WHERE `user_id` = (SELECT `user_id` FROM `conversations` WHERE `id` = new.`conversation_id`);
END;
--> statement-breakpoint
CREATE TRIGGER `message_changed` AFTER UPDATE OF `content`, `model`, `thinking`, `sources` ON `messages` BEGIN
	UPDATE `stored_bytes` SET `total` = `total` + octet_length(new.`content`) + octet_length(new.`model`)
		+ coalesce(octet_length(new.`thinking`), 0) + coalesce(octet_length(new.`sources`), 0)
		- (octet_length(old.`content`) + octet_length(old.`model`)
		+ coalesce(octet_length(old.`thinking`), 0) + coalesce(octet_length(old.`sources`), 0))
		WHERE `user_id` = (SELECT `user_id` FROM `conversations` WHERE `id` = new.`conversation_id`);
END;
--> statement-breakpoint
CREATE TRIGGER `message_freed` AFTER DELETE ON `messages` BEGIN
	UPDATE `stored_bytes` SET `total` = `total` - 200 - (octet_length(old.`content`) + octet_length(old.`model`)
		+ coalesce(octet_length(old.`thinking`), 0) + coalesce(octet_length(old.`sources`), 0))
		WHERE `user_id` = (SELECT `user_id` FROM `conversations` WHERE `id` = old.`conversation_id`);
END;
