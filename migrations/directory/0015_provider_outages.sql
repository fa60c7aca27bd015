CREATE TABLE `provider_outages` (
	`provider` text PRIMARY KEY NOT NULL,
	`code` text,
	`until` integer NOT NULL
);
