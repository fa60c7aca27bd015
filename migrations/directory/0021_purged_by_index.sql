-- What is deleted when it is old is found by these indexes. The generator divides an expression at its commas, so the
-- expressions are written here by hand.
CREATE INDEX `email_changes_over` ON `email_changes` (coalesce("closed_at", "expires_at"));--> statement-breakpoint
CREATE INDEX `outgoing_mails_over` ON `outgoing_mails` (`created_at`) WHERE "outgoing_mails"."send_at" is null;--> statement-breakpoint
CREATE INDEX `email_links_over` ON `email_links` (coalesce("used_at", "expires_at"));--> statement-breakpoint
CREATE INDEX `sessions_over` ON `sessions` (coalesce("ended_at", min("expires_at", "last_seen_at")));--> statement-breakpoint
CREATE INDEX `users_unconfirmed` ON `users` (`created_at`,`id`) WHERE "users"."verified_at" is null;--> statement-breakpoint
-- What belongs to accounts that are gone was found by scans before. From now on it goes in the transaction of its account.
DELETE FROM `consents` WHERE NOT EXISTS (SELECT 1 FROM `users` WHERE `users`.`id` = `consents`.`user_id`);
