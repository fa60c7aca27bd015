CREATE TABLE `premium_gifts` (
	`action_id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`days` integer NOT NULL,
	`given_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `premium_gifts_user` ON `premium_gifts` (`user_id`);