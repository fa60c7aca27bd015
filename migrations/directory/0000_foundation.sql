CREATE TABLE `bonus_grants` (
	`address_hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`granted_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `consents` (
	`user_id` text NOT NULL,
	`document` text NOT NULL,
	`version` text NOT NULL,
	`ip` text NOT NULL,
	`given_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `document`, `version`)
);
--> statement-breakpoint
CREATE TABLE `conversations` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` text NOT NULL,
	`title` text NOT NULL,
	`service` text NOT NULL,
	`model` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `conversations_recent` ON `conversations` (`user_id`,`updated_at`);--> statement-breakpoint
CREATE INDEX `conversations_recent_of_service` ON `conversations` (`user_id`,`service`,`updated_at`);--> statement-breakpoint
CREATE TABLE `email_links` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`purpose` text NOT NULL,
	`email` text,
	`password_hash` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer
);
--> statement-breakpoint
CREATE INDEX `email_links_user` ON `email_links` (`user_id`);--> statement-breakpoint
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
CREATE TABLE `messages` (
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
CREATE INDEX `messages_conversation` ON `messages` (`conversation_id`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `messages_turn` ON `messages` (`conversation_id`,`operation_id`,`role`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`refresh_hash` text NOT NULL,
	`previous_refresh_hash` text,
	`sealed_refresh` text,
	`rotated_at` integer NOT NULL,
	`user_agent` text NOT NULL,
	`ip` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_seen_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`ended_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sessions_refresh` ON `sessions` (`refresh_hash`);--> statement-breakpoint
CREATE INDEX `sessions_previous_refresh` ON `sessions` (`previous_refresh_hash`);--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`);--> statement-breakpoint
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
	`attempts` integer NOT NULL,
	`balance_after` integer NOT NULL,
	`created_at` integer NOT NULL,
	`finished_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `operation_id`)
);
--> statement-breakpoint
CREATE INDEX `usage_recent` ON `usage` (`user_id`,`seq`);--> statement-breakpoint
CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`canonical_email` text NOT NULL,
	`password_hash` text NOT NULL,
	`display_name` text,
	`verified_at` integer,
	`first_purchase_at` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_canonical_email` ON `users` (`canonical_email`);