-- By hand: the triggers at the end, and the indexes over expressions, which the generator divides at their commas.
CREATE TABLE `alarm_counts` (
	`name` text PRIMARY KEY NOT NULL,
	`window_start` integer NOT NULL,
	`count` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `alarms` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`subject` text NOT NULL,
	`user_id` text,
	`detail` text NOT NULL,
	`first_at` integer NOT NULL,
	`last_at` integer NOT NULL,
	`count` integer DEFAULT 1 NOT NULL,
	`page_at` integer,
	`told` text DEFAULT '[]' NOT NULL,
	`failures` integer DEFAULT 0 NOT NULL,
	`paged_at` integer,
	`resolved_at` integer,
	`resolved_by` text,
	`note` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `alarms_open` ON `alarms` (`kind`,`subject`) WHERE "alarms"."resolved_at" is null;--> statement-breakpoint
CREATE INDEX `alarms_due` ON `alarms` (`page_at`) WHERE "alarms"."page_at" is not null;--> statement-breakpoint
CREATE INDEX `alarms_over` ON `alarms` (`resolved_at`) WHERE "alarms"."resolved_at" is not null;--> statement-breakpoint
CREATE TABLE `bucket_sizes` (
	`bucket` text PRIMARY KEY NOT NULL,
	`cursor` text,
	`walked_bytes` integer DEFAULT 0 NOT NULL,
	`walked_files` integer DEFAULT 0 NOT NULL,
	`started_at` integer,
	`bytes` integer,
	`files` integer,
	`measured_at` integer
);
--> statement-breakpoint
CREATE TABLE `backups` (
	`night` integer PRIMARY KEY NOT NULL,
	`stage` text NOT NULL,
	`cursor` text NOT NULL,
	`users` integer DEFAULT 0 NOT NULL,
	`lines` integer DEFAULT 0 NOT NULL,
	`bytes` integer DEFAULT 0 NOT NULL,
	`balance_tokens` integer DEFAULT 0 NOT NULL,
	`parts` integer DEFAULT 0 NOT NULL,
	`digest` text DEFAULT '' NOT NULL,
	`failed` text DEFAULT '[]' NOT NULL,
	`failed_more` integer DEFAULT 0 NOT NULL,
	`long_wallet` text,
	`started_at` integer NOT NULL,
	`moved_at` integer NOT NULL,
	`lease_until` integer DEFAULT 0 NOT NULL,
	`finished_at` integer,
	`deleted_at` integer
);
--> statement-breakpoint
CREATE TABLE `restores` (
	`id` text PRIMARY KEY NOT NULL,
	`scope` text NOT NULL,
	`operator` text NOT NULL,
	`reason` text NOT NULL,
	`started_at` integer NOT NULL,
	`finished_at` integer
);
--> statement-breakpoint
CREATE TABLE `closings` (
	`month` text PRIMARY KEY NOT NULL,
	`figures` text NOT NULL,
	`closed_at` integer NOT NULL,
	`closed_by` text NOT NULL,
	`night` text
);
--> statement-breakpoint
CREATE TABLE `dead_letters` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`queue` text NOT NULL,
	`kind` text NOT NULL,
	`subject` text NOT NULL,
	`row_id` text NOT NULL,
	`reason` text NOT NULL,
	`error` text,
	`times` integer DEFAULT 1 NOT NULL,
	`first_at` integer NOT NULL,
	`at` integer NOT NULL,
	`resolved_at` integer,
	`resolution` text,
	`action_id` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `dead_letters_open` ON `dead_letters` (`queue`,`subject`,`row_id`) WHERE "dead_letters"."resolved_at" is null;--> statement-breakpoint
CREATE INDEX `dead_letters_waiting` ON `dead_letters` (`id`) WHERE "dead_letters"."resolved_at" is null;--> statement-breakpoint
CREATE INDEX `dead_letters_over` ON `dead_letters` (`at`);--> statement-breakpoint
CREATE TABLE `duties` (
	`duty` text PRIMARY KEY NOT NULL,
	`since` integer NOT NULL,
	`ran_at` integer,
	`succeeded_at` integer,
	`backlog` integer,
	`oldest_due_at` integer,
	`warned_at` integer
);
--> statement-breakpoint
CREATE TABLE `email_changes` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`new_email` text NOT NULL,
	`new_canonical_email` text NOT NULL,
	`old_token_hash` text NOT NULL,
	`new_token_hash` text NOT NULL,
	`old_agreed_at` integer,
	`new_agreed_at` integer,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`closed_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `email_changes_old` ON `email_changes` (`old_token_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `email_changes_new` ON `email_changes` (`new_token_hash`);--> statement-breakpoint
CREATE INDEX `email_changes_user` ON `email_changes` (`user_id`);--> statement-breakpoint
CREATE INDEX `email_changes_over` ON `email_changes` (coalesce("closed_at", "expires_at"));--> statement-breakpoint
CREATE TABLE `invitation_campaigns` (
	`id` text PRIMARY KEY NOT NULL,
	`invited_tokens` integer NOT NULL,
	`inviter_tokens` integer NOT NULL,
	`rewards_max` integer NOT NULL,
	`network_max` integer NOT NULL,
	`people_max` integer DEFAULT 0 NOT NULL,
	`came` integer DEFAULT 0 NOT NULL,
	`purchase_min_kopecks` integer DEFAULT 0 NOT NULL,
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
	`payment_id` text,
	`is_rewarded` integer DEFAULT false NOT NULL,
	`credited_at` integer,
	`taken_back_at` integer,
	`taken_back_tokens` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invitations_user` ON `invitations` (`user_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `invitations_payment` ON `invitations` (`payment_id`);--> statement-breakpoint
CREATE INDEX `invitations_inviter` ON `invitations` (`inviter_id`,`campaign_id`,`is_rewarded`);--> statement-breakpoint
CREATE INDEX `invitations_campaign` ON `invitations` (`campaign_id`,`is_rewarded`,`taken_back_at`);--> statement-breakpoint
CREATE TABLE `operator_actions` (
	`id` text NOT NULL,
	`phase` text NOT NULL,
	`at` integer NOT NULL,
	`operator` text NOT NULL,
	`action` text NOT NULL,
	`subject` text NOT NULL,
	`request` text NOT NULL,
	`reason` text NOT NULL,
	`facts` text NOT NULL,
	PRIMARY KEY(`id`, `phase`)
);
--> statement-breakpoint
CREATE INDEX `operator_actions_subject` ON `operator_actions` (`subject`);--> statement-breakpoint
CREATE INDEX `operator_actions_at` ON `operator_actions` (`at`);--> statement-breakpoint
CREATE INDEX `operator_actions_operator` ON `operator_actions` (`operator`);--> statement-breakpoint
CREATE INDEX `operator_actions_action` ON `operator_actions` (`action`);--> statement-breakpoint
CREATE TABLE `operator_sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`session_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`seen_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`ended_at` integer
);
--> statement-breakpoint
CREATE INDEX `operator_sessions_user` ON `operator_sessions` (`user_id`);--> statement-breakpoint
CREATE INDEX `operator_sessions_over` ON `operator_sessions` (coalesce("ended_at", "expires_at"));--> statement-breakpoint
CREATE TABLE `operators` (
	`user_id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`role` text NOT NULL,
	`granted_at` integer NOT NULL,
	`granted_by` text NOT NULL,
	`factor` text,
	`factor_since` integer,
	`factor_step` integer,
	`enrol_until` integer NOT NULL,
	`ended_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `operators_name` ON `operators` (`name`);--> statement-breakpoint
CREATE TABLE `provider_outages` (
	`provider` text PRIMARY KEY NOT NULL,
	`code` text,
	`until` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `route_states` (
	`supplier` text NOT NULL,
	`model` text NOT NULL,
	`opened` integer NOT NULL,
	`open_until` integer NOT NULL,
	`failure` text,
	`changed_at` integer NOT NULL,
	PRIMARY KEY(`supplier`, `model`)
);
--> statement-breakpoint
CREATE TABLE `outgoing_mails` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`facts` text NOT NULL,
	`created_at` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`send_at` integer,
	`sent_at` integer
);
--> statement-breakpoint
CREATE INDEX `outgoing_mails_user` ON `outgoing_mails` (`user_id`);--> statement-breakpoint
CREATE INDEX `outgoing_mails_due` ON `outgoing_mails` (`send_at`) WHERE "outgoing_mails"."send_at" is not null;--> statement-breakpoint
CREATE INDEX `outgoing_mails_over` ON `outgoing_mails` (`created_at`) WHERE "outgoing_mails"."send_at" is null;--> statement-breakpoint
CREATE TABLE `payments` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`operation_id` text NOT NULL,
	`package_id` text NOT NULL,
	`tokens` integer NOT NULL,
	`bonus_tokens` integer NOT NULL,
	`total_tokens` integer NOT NULL,
	`amount_kopecks` integer NOT NULL,
	`currency` text NOT NULL,
	`status` text NOT NULL,
	`idempotence_key` text NOT NULL,
	`saving_refused` integer DEFAULT false NOT NULL,
	`receipt_email` text,
	`provider_payment_id` text,
	`confirmation_token` text,
	`cancellation_reason` text,
	`mismatch` text,
	`review_decision` text,
	`receipt_status` text,
	`is_advance` integer DEFAULT false NOT NULL,
	`advance_due_at` integer,
	`advance_used_tokens` integer,
	`vat_code` integer,
	`erased_at` integer,
	`refunded_kopecks` integer DEFAULT 0 NOT NULL,
	`refunding_kopecks` integer,
	`refunded_tokens` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`completed_at` integer,
	`credited_at` integer,
	`checked_at` integer,
	`next_check_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payments_operation` ON `payments` (`user_id`,`operation_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `payments_provider` ON `payments` (`provider_payment_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `payments_open_premium` ON `payments` (`user_id`) WHERE "payments"."package_id" = 'premium' and "payments"."status" in ('created', 'pending');--> statement-breakpoint
CREATE INDEX `payments_recent` ON `payments` (`user_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `payments_created` ON `payments` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `payments_in_review` ON `payments` (`created_at`,`id`) WHERE "payments"."status" = 'review';--> statement-breakpoint
CREATE INDEX `payments_receipt_pending` ON `payments` (`created_at`,`id`) WHERE "payments"."receipt_status" = 'pending';--> statement-breakpoint
CREATE INDEX `payments_receipt_canceled` ON `payments` (`created_at`,`id`) WHERE "payments"."receipt_status" = 'canceled';--> statement-breakpoint
CREATE INDEX `payments_credited` ON `payments` (`credited_at`) WHERE "payments"."credited_at" is not null;--> statement-breakpoint
CREATE INDEX `payments_advance_due` ON `payments` (`advance_due_at`) WHERE "payments"."advance_due_at" is not null;--> statement-breakpoint
CREATE INDEX `payments_due` ON `payments` (`next_check_at`) WHERE "payments"."next_check_at" is not null;--> statement-breakpoint
CREATE TABLE `provider_places` (
	`job_id` text NOT NULL,
	`provider` text NOT NULL,
	`waits_since` integer NOT NULL,
	`taken_until` integer,
	`called_at` integer,
	PRIMARY KEY(`job_id`, `provider`)
);
--> statement-breakpoint
CREATE INDEX `provider_places_taken` ON `provider_places` (`provider`,`taken_until`);--> statement-breakpoint
CREATE INDEX `provider_places_waiting` ON `provider_places` (`provider`,`waits_since`);--> statement-breakpoint
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
CREATE INDEX `promo_redemptions_user` ON `promo_redemptions` (`user_id`);--> statement-breakpoint
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
CREATE TABLE `reconciliation_differences` (
	`night` integer NOT NULL,
	`kind` text NOT NULL,
	`subject` text NOT NULL,
	`user_id` text NOT NULL,
	`detail` text NOT NULL,
	`found_at` integer NOT NULL,
	PRIMARY KEY(`night`, `kind`, `subject`)
);
--> statement-breakpoint
CREATE TABLE `reconciliations` (
	`night` integer PRIMARY KEY NOT NULL,
	`stage` text NOT NULL,
	`cursor` text NOT NULL,
	`users` integer DEFAULT 0 NOT NULL,
	`jobs` integer DEFAULT 0 NOT NULL,
	`differences` integer DEFAULT 0 NOT NULL,
	`started_at` integer NOT NULL,
	`moved_at` integer NOT NULL,
	`lease_until` integer DEFAULT 0 NOT NULL,
	`finished_at` integer
);
--> statement-breakpoint
CREATE TABLE `money_returns` (
	`id` text PRIMARY KEY NOT NULL,
	`payment_id` text NOT NULL,
	`user_id` text NOT NULL,
	`amount_kopecks` integer NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `money_returns_at` ON `money_returns` (`at`,`id`);--> statement-breakpoint
CREATE TABLE `refund_searches` (
	`provider` text PRIMARY KEY NOT NULL,
	`compared_until` integer NOT NULL,
	`searching_until` integer,
	`cursor` text,
	`pending_from` integer,
	`due_at` integer NOT NULL,
	`completed_at` integer
);
--> statement-breakpoint
CREATE TABLE `second_receipts` (
	`id` text PRIMARY KEY NOT NULL,
	`payment_id` text NOT NULL,
	`user_id` text NOT NULL,
	`number` integer NOT NULL,
	`amount_kopecks` integer NOT NULL,
	`status` text NOT NULL,
	`idempotence_key` text NOT NULL,
	`receipt_email` text,
	`vat_code` integer,
	`payment_subject` text,
	`provider_receipt_id` text,
	`failure` text,
	`created_at` integer NOT NULL,
	`sent_at` integer,
	`ended_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `second_receipts_number` ON `second_receipts` (`payment_id`,`number`);--> statement-breakpoint
CREATE UNIQUE INDEX `second_receipts_provider` ON `second_receipts` (`provider_receipt_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `second_receipts_open` ON `second_receipts` (`payment_id`) WHERE "second_receipts"."status" in ('created', 'pending');--> statement-breakpoint
CREATE TABLE `refunds` (
	`id` text PRIMARY KEY NOT NULL,
	`payment_id` text NOT NULL,
	`user_id` text NOT NULL,
	`operation_id` text NOT NULL,
	`amount_kopecks` integer NOT NULL,
	`settled_kopecks` integer DEFAULT 0 NOT NULL,
	`status` text NOT NULL,
	`idempotence_key` text NOT NULL,
	`receipt_email` text,
	`provider_refund_id` text,
	`failure` text,
	`created_at` integer NOT NULL,
	`sent_at` integer,
	`checked_at` integer,
	`receipt_status` text,
	`next_check_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `refunds_operation` ON `refunds` (`payment_id`,`operation_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `refunds_provider` ON `refunds` (`provider_refund_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `refunds_open` ON `refunds` (`payment_id`) WHERE "refunds"."status" in ('created', 'pending');--> statement-breakpoint
CREATE INDEX `refunds_due` ON `refunds` (`next_check_at`) WHERE "refunds"."next_check_at" is not null;--> statement-breakpoint
CREATE TABLE `service_switches` (
	`service` text NOT NULL,
	`model` text NOT NULL,
	`reason` text NOT NULL,
	`since` integer NOT NULL,
	`switched_by` text NOT NULL,
	PRIMARY KEY(`service`, `model`)
);
--> statement-breakpoint
CREATE TABLE `model_changes` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text DEFAULT 'model' NOT NULL,
	`model_id` text NOT NULL,
	`definition` text,
	`starts_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text NOT NULL,
	`reason` text NOT NULL,
	`cancelled_at` integer,
	`cancelled_by` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `model_changes_in_force` ON `model_changes` (`model_id`,`starts_at`) WHERE "model_changes"."cancelled_at" is null;--> statement-breakpoint
CREATE INDEX `model_changes_created` ON `model_changes` (`created_at`);--> statement-breakpoint
CREATE TABLE `supplier_lists` (
	`supplier` text PRIMARY KEY NOT NULL,
	`base_url` text NOT NULL,
	`first_read_at` integer NOT NULL,
	`read_at` integer NOT NULL,
	`is_cut` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `supplier_models` (
	`supplier` text NOT NULL,
	`model` text NOT NULL,
	`place` integer NOT NULL,
	`seen` text NOT NULL,
	PRIMARY KEY(`supplier`, `model`)
);
--> statement-breakpoint
CREATE TABLE `suppliers` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text,
	`dialect` text,
	`base_url` text,
	`sealed_key` text,
	`key_set_at` integer,
	`is_on` integer NOT NULL,
	`per_minute_max` integer,
	`created_at` integer NOT NULL,
	`created_by` text NOT NULL,
	`changed_at` integer NOT NULL,
	`changed_by` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `premium_gifts` (
	`action_id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`days` integer NOT NULL,
	`given_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `premium_gifts_user` ON `premium_gifts` (`user_id`);--> statement-breakpoint
CREATE TABLE `subscription_periods` (
	`payment_id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`subscription_id` text NOT NULL,
	`starts_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`refunded_at` integer
);
--> statement-breakpoint
CREATE INDEX `subscription_periods_user` ON `subscription_periods` (`user_id`);--> statement-breakpoint
CREATE TABLE `subscriptions` (
	`user_id` text PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`state` text NOT NULL,
	`price_kopecks` integer NOT NULL,
	`anchor_at` integer NOT NULL,
	`months` integer NOT NULL,
	`period_start` integer NOT NULL,
	`period_end` integer NOT NULL,
	`access_until` integer NOT NULL,
	`method_id` text,
	`method_title` text,
	`reminded_at` integer,
	`attempts` integer NOT NULL,
	`decline_reason` text,
	`retry_at` integer,
	`change_id` text NOT NULL,
	`next_action_at` integer
);
--> statement-breakpoint
CREATE INDEX `subscriptions_due` ON `subscriptions` (`next_action_at`) WHERE "subscriptions"."next_action_at" is not null;--> statement-breakpoint
CREATE TABLE `token_changes` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`user_id` text NOT NULL,
	`subject` text NOT NULL,
	`tokens` integer NOT NULL,
	`terms` text NOT NULL,
	`reason` text NOT NULL,
	`asked_by` text NOT NULL,
	`asked_by_id` text,
	`limit_of` text,
	`asked_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`state` text NOT NULL,
	`decided_by` text,
	`decided_by_id` text,
	`decided_at` integer,
	`refusal` text
);
--> statement-breakpoint
CREATE INDEX `token_changes_of_limit` ON `token_changes` (`limit_of`,`asked_at`);--> statement-breakpoint
CREATE INDEX `token_changes_open` ON `token_changes` (`asked_at`) WHERE "token_changes"."state" in ('asked', 'agreed');--> statement-breakpoint
CREATE TABLE `counted_days` (
	`day` text PRIMARY KEY NOT NULL,
	`counted_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `daily_figures` (
	`day` text NOT NULL,
	`figure` text NOT NULL,
	`service` text NOT NULL,
	`value` integer NOT NULL,
	PRIMARY KEY(`day`, `figure`, `service`)
);
--> statement-breakpoint
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
CREATE TABLE `email_links` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`purpose` text NOT NULL,
	`email` text,
	`password_hash` text,
	`invite_code` text,
	`identity` text,
	`register_id` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer
);
--> statement-breakpoint
CREATE INDEX `email_links_user` ON `email_links` (`user_id`);--> statement-breakpoint
CREATE INDEX `email_links_over` ON `email_links` (coalesce("used_at", "expires_at"));--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`refresh_hash` text NOT NULL,
	`previous_refresh_hash` text,
	`user_agent` text NOT NULL,
	`ip` text NOT NULL,
	`place` text,
	`created_at` integer NOT NULL,
	`last_seen_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`ended_at` integer,
	`proven_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sessions_refresh` ON `sessions` (`refresh_hash`);--> statement-breakpoint
CREATE INDEX `sessions_previous_refresh` ON `sessions` (`previous_refresh_hash`);--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE INDEX `sessions_over` ON `sessions` (coalesce("ended_at", min("expires_at", "last_seen_at")));--> statement-breakpoint
CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`canonical_email` text NOT NULL,
	`password_hash` text NOT NULL,
	`display_name` text,
	`about` text,
	`ready_channel` text,
	`verified_at` integer,
	`first_purchase_at` integer,
	`deletion_requested_at` integer,
	`blocked_at` integer,
	`invite_code` text,
	`email_vouched_by` text,
	`second_step_at` integer,
	`register_id` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_canonical_email` ON `users` (`canonical_email`);--> statement-breakpoint
CREATE UNIQUE INDEX `users_invite_code` ON `users` (`invite_code`) WHERE "users"."invite_code" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `users_register` ON `users` (`register_id`) WHERE "users"."register_id" is not null;--> statement-breakpoint
CREATE INDEX `users_deletion` ON `users` (`deletion_requested_at`) WHERE "users"."deletion_requested_at" is not null;--> statement-breakpoint
CREATE INDEX `users_verified` ON `users` (`verified_at`) WHERE "users"."verified_at" is not null;--> statement-breakpoint
CREATE INDEX `users_unconfirmed` ON `users` (`created_at`,`id`) WHERE "users"."verified_at" is null;
--> statement-breakpoint
CREATE TABLE `erased_people` (
	`register_id` text PRIMARY KEY NOT NULL,
	`account` text NOT NULL,
	`erased_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `erased_people_at` ON `erased_people` (`erased_at`);
--> statement-breakpoint
CREATE TABLE `authenticators` (
	`user_id` text PRIMARY KEY NOT NULL,
	`factor` text NOT NULL,
	`since` integer,
	`step` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `identities` (
	`provider` text NOT NULL,
	`subject` text NOT NULL,
	`user_id` text NOT NULL,
	`linked_at` integer NOT NULL,
	`used_at` integer,
	PRIMARY KEY(`provider`, `subject`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `identities_user` ON `identities` (`user_id`,`provider`);--> statement-breakpoint
CREATE TABLE `passkeys` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`public_key` text NOT NULL,
	`counter` integer NOT NULL,
	`transports` text,
	`name` text NOT NULL,
	`is_backed_up` integer NOT NULL,
	`created_at` integer NOT NULL,
	`used_at` integer
);
--> statement-breakpoint
CREATE INDEX `passkeys_user` ON `passkeys` (`user_id`);--> statement-breakpoint
CREATE TABLE `recovery_codes` (
	`code_hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`used_at` integer
);
--> statement-breakpoint
CREATE INDEX `recovery_codes_user` ON `recovery_codes` (`user_id`) WHERE "recovery_codes"."used_at" is null;--> statement-breakpoint
CREATE TRIGGER `operator_actions_never_changed` BEFORE UPDATE ON `operator_actions` BEGIN SELECT RAISE(ABORT, 'the record of operators is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `operator_actions_never_deleted` BEFORE DELETE ON `operator_actions` BEGIN SELECT RAISE(ABORT, 'the record of operators is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `promo_redeemed` AFTER INSERT ON `promo_redemptions` BEGIN
	UPDATE `promo_codes` SET `uses` = `uses` + 1 WHERE `code` = new.`code`;
END;
--> statement-breakpoint
CREATE TRIGGER `money_returned` AFTER UPDATE OF `refunded_kopecks` ON `payments`
WHEN NEW.`credited_at` IS NOT NULL AND NEW.`refunded_kopecks` > OLD.`refunded_kopecks` BEGIN
	INSERT OR IGNORE INTO `money_returns` (`id`, `payment_id`, `user_id`, `amount_kopecks`, `at`)
	VALUES ('refund:' || NEW.`id` || ':' || NEW.`refunded_kopecks`, NEW.`id`, NEW.`user_id`, NEW.`refunded_kopecks` - OLD.`refunded_kopecks`, NEW.`updated_at`);
END;
--> statement-breakpoint
CREATE TRIGGER `invitation_came` AFTER INSERT ON `invitations` BEGIN
	UPDATE `invitation_campaigns` SET `came` = `came` + 1 WHERE `id` = new.`campaign_id`;
END;
