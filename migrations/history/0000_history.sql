-- By hand: the triggers at the end.
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
CREATE INDEX `removed_attachments_of_user` ON `removed_attachments` (`user_id`);--> statement-breakpoint
CREATE TABLE `book_walks` (
	`id` integer PRIMARY KEY NOT NULL,
	`cursor` text NOT NULL,
	`resumes_at` integer NOT NULL,
	`lease_until` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `old_books` (
	`user_id` text PRIMARY KEY NOT NULL,
	`last_seq` integer NOT NULL,
	`first_at` integer NOT NULL,
	`last_at` integer NOT NULL,
	`balance_after` integer NOT NULL,
	`balance_sum` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `old_in_debt` ON `old_books` (`user_id`) WHERE "old_books"."balance_after" < 0;--> statement-breakpoint
CREATE TABLE `job_shares` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`job_id` text NOT NULL,
	`token_digest` text NOT NULL,
	`with_prompt` integer NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `job_shares_token` ON `job_shares` (`token_digest`);--> statement-breakpoint
CREATE INDEX `job_shares_recent` ON `job_shares` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `job_shares_of_job` ON `job_shares` (`job_id`);--> statement-breakpoint
CREATE TABLE `ledger_entries` (
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
CREATE INDEX `ledger_in_debt` ON `ledger_entries` (`user_id`) WHERE "ledger_entries"."balance_after" < "ledger_entries"."reserved_after";--> statement-breakpoint
CREATE TABLE `usage` (
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
CREATE INDEX `usage_of_period` ON `usage` (`user_id`,`finished_at`);--> statement-breakpoint
CREATE INDEX `usage_of_operation` ON `usage` (`operation_id`);--> statement-breakpoint
CREATE INDEX `usage_finished` ON `usage` (`service`,`finished_at`);--> statement-breakpoint
CREATE TABLE `route_attempts` (
	`at` integer NOT NULL,
	`id` integer NOT NULL,
	`model` text NOT NULL,
	`supplier` text NOT NULL,
	`upstream_model` text NOT NULL,
	`outcome` text NOT NULL,
	`first_word_ms` integer,
	`total_ms` integer NOT NULL,
	`input_tokens` integer,
	`cached_input_tokens` integer,
	`cache_write_tokens` integer,
	`output_tokens` integer,
	`searches` integer,
	`cost_micros` integer,
	`charged_micros` integer NOT NULL,
	`is_on_plan` integer NOT NULL,
	PRIMARY KEY(`at`, `id`)
);
--> statement-breakpoint
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
CREATE INDEX `roles_of_user` ON `roles` (`user_id`);--> statement-breakpoint
CREATE TABLE `conversation_counts` (
	`user_id` text NOT NULL,
	`service` text NOT NULL,
	`section` text DEFAULT 'rest' NOT NULL,
	`total` integer NOT NULL,
	PRIMARY KEY(`user_id`, `service`, `section`)
);
--> statement-breakpoint
CREATE TABLE `conversations` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` text NOT NULL,
	`title` text NOT NULL,
	`service` text NOT NULL,
	`model` text NOT NULL,
	`leaf_id` integer,
	`pinned_at` integer,
	`archived_at` integer,
	`folder_id` integer,
	`title_asked_at` integer,
	`import_id` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`section` text GENERATED ALWAYS AS (case when archived_at is not null then 'archive' when pinned_at is not null then 'pinned' when folder_id is not null then 'folder ' || folder_id else 'rest' end) VIRTUAL
);
--> statement-breakpoint
CREATE INDEX `conversations_recent` ON `conversations` (`user_id`,`updated_at`);--> statement-breakpoint
CREATE INDEX `conversations_recent_of_service` ON `conversations` (`user_id`,`service`,`updated_at`);--> statement-breakpoint
CREATE INDEX `conversations_of_section` ON `conversations` (`user_id`,`service`,`section`,`updated_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `conversations_imported` ON `conversations` (`user_id`,`import_id`) WHERE "conversations"."import_id" is not null;--> statement-breakpoint
CREATE TABLE `folders` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `folders_of_user` ON `folders` (`user_id`,`kind`);--> statement-breakpoint
CREATE TABLE `jobs` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`operation_id` text NOT NULL,
	`fingerprint` text NOT NULL,
	`kind` text NOT NULL,
	`service` text NOT NULL,
	`model` text,
	`provider` text NOT NULL,
	`upstream_model` text NOT NULL,
	`supply` text,
	`refusals` text,
	`parameters` text NOT NULL,
	`options` text NOT NULL,
	`language` text,
	`uploads` text NOT NULL,
	`made_from` text,
	`kept_sources` text,
	`price_tokens` integer NOT NULL,
	`batch` text,
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
	`revision` integer DEFAULT 0 NOT NULL,
	`step_error` text,
	`files` text NOT NULL,
	`charged_tokens` integer,
	`created_at` integer NOT NULL,
	`started_at` integer,
	`finished_at` integer,
	`deleted_at` integer,
	`redo_of` text,
	`redo_at` integer,
	`redo_attempts` integer DEFAULT 0 NOT NULL,
	`favourite_at` integer,
	`folder_id` integer,
	`unasked_in` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `jobs_operation` ON `jobs` (`user_id`,`operation_id`);--> statement-breakpoint
CREATE INDEX `jobs_recent` ON `jobs` (`user_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `jobs_unended` ON `jobs` (`user_id`,`created_at`,`id`) WHERE "jobs"."finished_at" is null;--> statement-breakpoint
CREATE INDEX `jobs_made_from` ON `jobs` (`user_id`,`created_at`,`made_from`) WHERE "jobs"."made_from" is not null;--> statement-breakpoint
CREATE INDEX `jobs_finished` ON `jobs` (`service`,`finished_at`);--> statement-breakpoint
CREATE INDEX `jobs_redo_claims` ON `jobs` (`user_id`,`redo_at`) WHERE "jobs"."redo_at" is not null;--> statement-breakpoint
CREATE INDEX `jobs_redo_recent` ON `jobs` (`redo_at`) WHERE "jobs"."redo_at" is not null;--> statement-breakpoint
CREATE INDEX `jobs_favourite` ON `jobs` (`user_id`,`created_at`,`id`) WHERE "jobs"."favourite_at" is not null;--> statement-breakpoint
CREATE INDEX `jobs_of_folder` ON `jobs` (`user_id`,`folder_id`,`created_at`,`id`) WHERE "jobs"."folder_id" is not null;--> statement-breakpoint
CREATE INDEX `jobs_unasked` ON `jobs` (`unasked_in`) WHERE "jobs"."unasked_in" is not null;--> statement-breakpoint
CREATE INDEX `jobs_due` ON `jobs` (`due_at`) WHERE "jobs"."due_at" is not null;--> statement-breakpoint
CREATE TABLE `messages` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`conversation_id` integer NOT NULL,
	`parent_id` integer,
	`role` text NOT NULL,
	`content` text NOT NULL,
	`model` text NOT NULL,
	`operation_id` text,
	`outcome` text,
	`charged_tokens` integer,
	`usd_micros` integer,
	`upstream_model` text,
	`supplier` text,
	`thinking` text,
	`sources` text,
	`works` text,
	`proposals` text,
	`read` text,
	`unavailable` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`conversation_id`) REFERENCES `conversations`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `messages_conversation` ON `messages` (`conversation_id`,`id`);--> statement-breakpoint
CREATE INDEX `messages_children` ON `messages` (`conversation_id`,`parent_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `messages_turn` ON `messages` (`conversation_id`,`operation_id`,`role`);--> statement-breakpoint
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
CREATE TABLE `stored_bytes` (
	`user_id` text PRIMARY KEY NOT NULL,
	`total` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `chat_settings` (
	`conversation_id` integer PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`works_limit_tokens` integer,
	`works_since` integer,
	`is_memory_off` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`conversation_id`) REFERENCES `conversations`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `document_versions` (
	`document_id` integer NOT NULL,
	`number` integer NOT NULL,
	`operation_id` text,
	`base` integer,
	`start` integer,
	`end` integer,
	`request` text,
	`created_at` integer NOT NULL,
	`text` text,
	PRIMARY KEY(`document_id`, `number`),
	FOREIGN KEY (`document_id`) REFERENCES `documents`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `documents` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` text NOT NULL,
	`conversation_id` integer NOT NULL,
	`message_id` integer NOT NULL,
	`kind` text NOT NULL,
	`title` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`conversation_id`) REFERENCES `conversations`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `documents_of_message` ON `documents` (`message_id`);--> statement-breakpoint
CREATE INDEX `documents_of_chat` ON `documents` (`conversation_id`);--> statement-breakpoint
CREATE TABLE `memory_lines` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` text NOT NULL,
	`text` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `memory_lines_of_user` ON `memory_lines` (`user_id`);--> statement-breakpoint
CREATE TABLE `memory_offers` (
	`user_id` text NOT NULL,
	`operation_id` text NOT NULL,
	`conversation_id` integer NOT NULL,
	`text` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `operation_id`),
	FOREIGN KEY (`conversation_id`) REFERENCES `conversations`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `memory_offers_of_chat` ON `memory_offers` (`conversation_id`);--> statement-breakpoint
CREATE TABLE `memory_settings` (
	`user_id` text PRIMARY KEY NOT NULL,
	`is_on` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `project_files` (
	`folder_id` integer NOT NULL,
	`attachment_id` text NOT NULL,
	`user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`folder_id`, `attachment_id`),
	FOREIGN KEY (`folder_id`) REFERENCES `folders`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`attachment_id`) REFERENCES `attachments`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `project_files_of_file` ON `project_files` (`attachment_id`);--> statement-breakpoint
CREATE TABLE `projects` (
	`folder_id` integer PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`instruction` text DEFAULT '' NOT NULL,
	`is_memory_off` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`folder_id`) REFERENCES `folders`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TRIGGER `conversation_added` AFTER INSERT ON `conversations` BEGIN
	INSERT INTO `conversation_counts` VALUES (new.`user_id`, new.`service`, new.`section`, 1)
		ON CONFLICT DO UPDATE SET `total` = `total` + 1;
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
CREATE TRIGGER `conversation_removed` AFTER DELETE ON `conversations` BEGIN
	UPDATE `conversation_counts` SET `total` = `total` - 1
		WHERE `user_id` = old.`user_id` AND `service` = old.`service` AND `section` = old.`section`;
	DELETE FROM `conversation_counts` WHERE `user_id` = old.`user_id` AND `service` = old.`service`
		AND `section` = old.`section` AND `total` <= 0;
END;
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
		SELECT coalesce(sum(200 + octet_length(`content`) + octet_length(`model`) + coalesce(octet_length(`thinking`), 0) + coalesce(octet_length(`sources`), 0) + coalesce(octet_length(`works`), 0) + coalesce(octet_length(`proposals`), 0) + coalesce(octet_length(`read`), 0)), 0)
		FROM `messages` WHERE `conversation_id` = old.`id`
	) WHERE `user_id` = old.`user_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `message_linked` AFTER INSERT ON `messages` BEGIN
	UPDATE `messages` SET `parent_id` = coalesce(
		(SELECT `leaf_id` FROM `conversations` WHERE `id` = new.`conversation_id`), 0
	) WHERE `id` = new.`id` AND `parent_id` IS NULL;
	UPDATE `conversations` SET `leaf_id` = new.`id` WHERE `id` = new.`conversation_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `message_stored` AFTER INSERT ON `messages` BEGIN
	UPDATE `stored_bytes` SET `total` = `total` + 200 + octet_length(new.`content`) + octet_length(new.`model`)
		+ coalesce(octet_length(new.`thinking`), 0) + coalesce(octet_length(new.`sources`), 0) + coalesce(octet_length(new.`works`), 0) + coalesce(octet_length(new.`proposals`), 0) + coalesce(octet_length(new.`read`), 0)
		WHERE `user_id` = (SELECT `user_id` FROM `conversations` WHERE `id` = new.`conversation_id`);
END;
--> statement-breakpoint
CREATE TRIGGER `message_changed` AFTER UPDATE OF `content`, `model`, `thinking`, `sources`, `works`, `proposals`, `read` ON `messages` BEGIN
	UPDATE `stored_bytes` SET `total` = `total` + octet_length(new.`content`) + octet_length(new.`model`)
		+ coalesce(octet_length(new.`thinking`), 0) + coalesce(octet_length(new.`sources`), 0) + coalesce(octet_length(new.`works`), 0) + coalesce(octet_length(new.`proposals`), 0) + coalesce(octet_length(new.`read`), 0)
		- (octet_length(old.`content`) + octet_length(old.`model`)
		+ coalesce(octet_length(old.`thinking`), 0) + coalesce(octet_length(old.`sources`), 0) + coalesce(octet_length(old.`works`), 0) + coalesce(octet_length(old.`proposals`), 0) + coalesce(octet_length(old.`read`), 0))
		WHERE `user_id` = (SELECT `user_id` FROM `conversations` WHERE `id` = new.`conversation_id`);
END;
--> statement-breakpoint
CREATE TRIGGER `message_freed` AFTER DELETE ON `messages` BEGIN
	UPDATE `stored_bytes` SET `total` = `total` - 200 - (octet_length(old.`content`) + octet_length(old.`model`)
		+ coalesce(octet_length(old.`thinking`), 0) + coalesce(octet_length(old.`sources`), 0) + coalesce(octet_length(old.`works`), 0) + coalesce(octet_length(old.`proposals`), 0) + coalesce(octet_length(old.`read`), 0))
		WHERE `user_id` = (SELECT `user_id` FROM `conversations` WHERE `id` = old.`conversation_id`);
END;
--> statement-breakpoint
CREATE TRIGGER `attachment_stored` AFTER INSERT ON `attachments` BEGIN
	INSERT INTO `stored_bytes` VALUES (new.`user_id`, 500 + octet_length(new.`name`))
		ON CONFLICT DO UPDATE SET `total` = `total` + excluded.`total`;
	DELETE FROM `removed_attachments` WHERE `id` = new.`id`;
END;
--> statement-breakpoint
-- Its bytes in R2 are deleted afterwards: with the chat, or by the clock.
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
-- With its last message and project the file goes as well.
CREATE TRIGGER `message_attachment_removed` AFTER DELETE ON `message_attachments` BEGIN
	UPDATE `stored_bytes` SET `total` = `total` - 100
		WHERE `user_id` = (SELECT `user_id` FROM `attachments` WHERE `id` = old.`attachment_id`);
	DELETE FROM `attachments` WHERE `id` = old.`attachment_id`
		AND NOT EXISTS (SELECT 1 FROM `message_attachments` WHERE `attachment_id` = old.`attachment_id`)
		AND NOT EXISTS (SELECT 1 FROM `project_files` WHERE `attachment_id` = old.`attachment_id`);
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
--> statement-breakpoint
CREATE TRIGGER `memory_line_stored` AFTER INSERT ON `memory_lines` BEGIN
	INSERT INTO `stored_bytes` VALUES (new.`user_id`, 100 + octet_length(new.`text`))
		ON CONFLICT DO UPDATE SET `total` = `total` + excluded.`total`;
END;
--> statement-breakpoint
CREATE TRIGGER `memory_line_changed` AFTER UPDATE ON `memory_lines` BEGIN
	UPDATE `stored_bytes` SET `total` = `total` + octet_length(new.`text`) - octet_length(old.`text`)
		WHERE `user_id` = new.`user_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `memory_line_freed` AFTER DELETE ON `memory_lines` BEGIN
	UPDATE `stored_bytes` SET `total` = `total` - 100 - octet_length(old.`text`) WHERE `user_id` = old.`user_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `document_stored` AFTER INSERT ON `documents` BEGIN
	INSERT INTO `stored_bytes` VALUES (new.`user_id`, 300 + octet_length(new.`title`))
		ON CONFLICT DO UPDATE SET `total` = `total` + excluded.`total`;
END;
--> statement-breakpoint
CREATE TRIGGER `document_changed` AFTER UPDATE ON `documents` BEGIN
	UPDATE `stored_bytes` SET `total` = `total` + octet_length(new.`title`) - octet_length(old.`title`)
		WHERE `user_id` = new.`user_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `document_freed` AFTER DELETE ON `documents` BEGIN
	UPDATE `stored_bytes` SET `total` = `total` - 300 - octet_length(old.`title`) WHERE `user_id` = old.`user_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `document_version_stored` AFTER INSERT ON `document_versions` BEGIN
	UPDATE `stored_bytes` SET `total` = `total` + 100 + coalesce(octet_length(new.`text`), 0) + coalesce(octet_length(new.`request`), 0)
		WHERE `user_id` = (SELECT `user_id` FROM `documents` WHERE `id` = new.`document_id`);
END;
--> statement-breakpoint
CREATE TRIGGER `document_version_written` AFTER UPDATE OF `text` ON `document_versions` BEGIN
	UPDATE `stored_bytes` SET `total` = `total` + coalesce(octet_length(new.`text`), 0) - coalesce(octet_length(old.`text`), 0)
		WHERE `user_id` = (SELECT `user_id` FROM `documents` WHERE `id` = new.`document_id`);
END;
--> statement-breakpoint
-- Those of a document that is deleted have been counted by the trigger below: there is no document any more.
CREATE TRIGGER `document_version_freed` AFTER DELETE ON `document_versions` BEGIN
	UPDATE `stored_bytes` SET `total` = `total` - 100 - coalesce(octet_length(old.`text`), 0) - coalesce(octet_length(old.`request`), 0)
		WHERE `user_id` = (SELECT `user_id` FROM `documents` WHERE `id` = old.`document_id`);
END;
--> statement-breakpoint
CREATE TRIGGER `document_freed_versions` BEFORE DELETE ON `documents` BEGIN
	UPDATE `stored_bytes` SET `total` = `total` - (
		SELECT coalesce(sum(100 + coalesce(octet_length(`text`), 0) + coalesce(octet_length(`request`), 0)), 0)
		FROM `document_versions` WHERE `document_id` = old.`id`
	) WHERE `user_id` = old.`user_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `project_file_added` AFTER INSERT ON `project_files` BEGIN
	UPDATE `attachments` SET `expires_at` = NULL WHERE `id` = new.`attachment_id`;
	UPDATE `stored_bytes` SET `total` = `total` + 100 WHERE `user_id` = new.`user_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `project_file_removed` AFTER DELETE ON `project_files` BEGIN
	UPDATE `stored_bytes` SET `total` = `total` - 100 WHERE `user_id` = old.`user_id`;
	DELETE FROM `attachments` WHERE `id` = old.`attachment_id`
		AND NOT EXISTS (SELECT 1 FROM `message_attachments` WHERE `attachment_id` = old.`attachment_id`)
		AND NOT EXISTS (SELECT 1 FROM `project_files` WHERE `attachment_id` = old.`attachment_id`);
END;
--> statement-breakpoint
CREATE TRIGGER `project_stored` AFTER INSERT ON `projects` BEGIN
	INSERT INTO `stored_bytes` VALUES (new.`user_id`, 100 + octet_length(new.`instruction`))
		ON CONFLICT DO UPDATE SET `total` = `total` + excluded.`total`;
END;
--> statement-breakpoint
CREATE TRIGGER `project_changed` AFTER UPDATE ON `projects` BEGIN
	UPDATE `stored_bytes` SET `total` = `total` + octet_length(new.`instruction`) - octet_length(old.`instruction`)
		WHERE `user_id` = new.`user_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `project_freed` AFTER DELETE ON `projects` BEGIN
	UPDATE `stored_bytes` SET `total` = `total` - 100 - octet_length(old.`instruction`) WHERE `user_id` = old.`user_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `share_stored` AFTER INSERT ON `shares` BEGIN
	INSERT INTO `stored_bytes` VALUES (new.`user_id`, 500 + octet_length(new.`title`) + new.`size_bytes`)
		ON CONFLICT DO UPDATE SET `total` = `total` + excluded.`total`;
END;
--> statement-breakpoint
CREATE TRIGGER `share_freed` AFTER DELETE ON `shares` BEGIN
	UPDATE `stored_bytes` SET `total` = `total` - 500 - octet_length(old.`title`) - old.`size_bytes`
		WHERE `user_id` = old.`user_id`;
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
--> statement-breakpoint
CREATE TRIGGER `job_share_stored` AFTER INSERT ON `job_shares` BEGIN
	INSERT INTO `stored_bytes` VALUES (new.`user_id`, 500) ON CONFLICT DO UPDATE SET `total` = `total` + excluded.`total`;
END;
--> statement-breakpoint
CREATE TRIGGER `job_share_freed` AFTER DELETE ON `job_shares` BEGIN
	UPDATE `stored_bytes` SET `total` = `total` - 500 WHERE `user_id` = old.`user_id`;
END;
