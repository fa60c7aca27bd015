ALTER TABLE `conversations` ADD `leaf_id` integer;--> statement-breakpoint
ALTER TABLE `messages` ADD `parent_id` integer;--> statement-breakpoint
-- Old conversations become one path each. An answer follows its own question, also where two tabs had asked at once.
UPDATE `messages` SET `parent_id` = `linked`.`parent` FROM (
	SELECT `id`, coalesce(lag(`id`) OVER (PARTITION BY `conversation_id` ORDER BY `place`, `id`), 0) AS `parent` FROM (
		SELECT `side`.`id`, `side`.`conversation_id`, coalesce(`question`.`id`, `side`.`id`) AS `place`
		FROM `messages` AS `side` LEFT JOIN `messages` AS `question`
			ON `side`.`role` = 'assistant' AND `question`.`conversation_id` = `side`.`conversation_id`
			AND `question`.`operation_id` = `side`.`operation_id` AND `question`.`role` = 'user'
	)
) AS `linked` WHERE `linked`.`id` = `messages`.`id`;
--> statement-breakpoint
CREATE INDEX `messages_children` ON `messages` (`conversation_id`,`parent_id`);
--> statement-breakpoint
UPDATE `conversations` SET `leaf_id` = (
	SELECT `id` FROM `messages` WHERE `conversation_id` = `conversations`.`id` AND NOT EXISTS (
		SELECT 1 FROM `messages` AS `child`
		WHERE `child`.`conversation_id` = `messages`.`conversation_id` AND `child`.`parent_id` = `messages`.`id`
	)
);
--> statement-breakpoint
-- Also for the Worker of the version before, which adds messages without a parent until the new one is deployed.
CREATE TRIGGER `message_linked` AFTER INSERT ON `messages` BEGIN
	UPDATE `messages` SET `parent_id` = coalesce(
		(SELECT `leaf_id` FROM `conversations` WHERE `id` = new.`conversation_id`), 0
	) WHERE `id` = new.`id` AND `parent_id` IS NULL;
	UPDATE `conversations` SET `leaf_id` = new.`id` WHERE `id` = new.`conversation_id`;
END;
