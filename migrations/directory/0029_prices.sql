CREATE TABLE `announcements` (
	`id` text PRIMARY KEY NOT NULL,
	`text` text NOT NULL,
	`severity` text NOT NULL,
	`starts_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `announcements_ends` ON `announcements` (`ends_at`);--> statement-breakpoint
CREATE INDEX `announcements_created` ON `announcements` (`created_at`);--> statement-breakpoint
CREATE TABLE `price_overrides` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`service` text NOT NULL,
	`item` text NOT NULL,
	`tokens` integer,
	`upstream_model` text,
	`starts_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text NOT NULL,
	`reason` text NOT NULL,
	`cancelled_at` integer,
	`cancelled_by` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `price_overrides_in_force` ON `price_overrides` (`kind`,`service`,`item`,`starts_at`) WHERE "price_overrides"."cancelled_at" is null;--> statement-breakpoint
CREATE INDEX `price_overrides_created` ON `price_overrides` (`created_at`);--> statement-breakpoint
CREATE TABLE `promo_codes` (
	`code` text PRIMARY KEY NOT NULL,
	`tokens` integer NOT NULL,
	`uses_max` integer NOT NULL,
	`network_max` integer NOT NULL,
	`uses` integer DEFAULT 0 NOT NULL,
	`starts_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text NOT NULL,
	`ended_at` integer
);
--> statement-breakpoint
CREATE INDEX `promo_codes_created` ON `promo_codes` (`created_at`);--> statement-breakpoint
CREATE TABLE `promo_redemptions` (
	`code` text NOT NULL,
	`user_id` text NOT NULL,
	`address_hash` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`code`, `user_id`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `promo_redemptions_address` ON `promo_redemptions` (`code`,`address_hash`);--> statement-breakpoint
CREATE INDEX `promo_redemptions_user` ON `promo_redemptions` (`user_id`);
--> statement-breakpoint
CREATE TRIGGER `promo_redeemed` AFTER INSERT ON `promo_redemptions` BEGIN
	UPDATE `promo_codes` SET `uses` = `uses` + 1 WHERE `code` = new.`code`;
END;
