-- What users make is in the histories from now on (migrations/history). The tables with what accounts from before have made
-- stay here: for these accounts this database is the history as well, with the binding HISTORY_0.
CREATE TABLE `provider_places` (
	`job_id` text PRIMARY KEY NOT NULL,
	`provider` text NOT NULL,
	`waits_since` integer NOT NULL,
	`taken_until` integer,
	`called_at` integer
);
--> statement-breakpoint
CREATE INDEX `provider_places_taken` ON `provider_places` (`provider`,`taken_until`);--> statement-breakpoint
CREATE INDEX `provider_places_waiting` ON `provider_places` (`provider`,`waits_since`);
--> statement-breakpoint
INSERT INTO `provider_places` (`job_id`, `provider`, `waits_since`, `taken_until`)
	SELECT `id`, `provider`, `created_at`, `deadline_at` + 3600000 FROM `jobs` WHERE `step` IN ('submitting', 'running', 'checking');
