CREATE TABLE `invitation_campaigns` (
	`id` text PRIMARY KEY NOT NULL,
	`invited_tokens` integer NOT NULL,
	`inviter_tokens` integer NOT NULL,
	`rewards_max` integer NOT NULL,
	`network_max` integer NOT NULL,
	`ends_at` integer,
	`created_at` integer NOT NULL,
	`created_by` text NOT NULL,
	`ended_at` integer
);
--> statement-breakpoint
CREATE INDEX `invitation_campaigns_created` ON `invitation_campaigns` (`created_at`);--> statement-breakpoint
CREATE TABLE `invitations` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`inviter_id` text NOT NULL,
	`campaign_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`decided_at` integer,
	`is_rewarded` integer DEFAULT false NOT NULL,
	`credited_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invitations_user` ON `invitations` (`user_id`);--> statement-breakpoint
CREATE INDEX `invitations_inviter` ON `invitations` (`inviter_id`,`campaign_id`,`is_rewarded`);--> statement-breakpoint
CREATE INDEX `invitations_campaign` ON `invitations` (`campaign_id`,`is_rewarded`);--> statement-breakpoint
ALTER TABLE `email_links` ADD `invite_code` text;--> statement-breakpoint
ALTER TABLE `users` ADD `invite_code` text;--> statement-breakpoint
CREATE UNIQUE INDEX `users_invite_code` ON `users` (`invite_code`) WHERE "users"."invite_code" is not null;