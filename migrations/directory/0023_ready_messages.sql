CREATE TABLE `push_devices` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`session_id` text NOT NULL,
	`endpoint` text NOT NULL,
	`p256dh` text NOT NULL,
	`auth` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `push_devices_user` ON `push_devices` (`user_id`);--> statement-breakpoint
CREATE INDEX `push_devices_session` ON `push_devices` (`session_id`);--> statement-breakpoint
CREATE TABLE `ready_messages` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`facts` text NOT NULL,
	`done_devices` text DEFAULT '[]' NOT NULL,
	`created_at` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`send_at` integer,
	`sent_at` integer
);
--> statement-breakpoint
CREATE INDEX `ready_messages_user` ON `ready_messages` (`user_id`);--> statement-breakpoint
CREATE INDEX `ready_messages_due` ON `ready_messages` (`send_at`) WHERE "ready_messages"."send_at" is not null;--> statement-breakpoint
CREATE INDEX `ready_messages_over` ON `ready_messages` (`created_at`) WHERE "ready_messages"."send_at" is null;--> statement-breakpoint
ALTER TABLE `users` ADD `ready_channel` text;