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
ALTER TABLE `payments` ADD `review_decision` text;--> statement-breakpoint
CREATE TRIGGER `operator_actions_never_changed` BEFORE UPDATE ON `operator_actions` BEGIN SELECT RAISE(ABORT, 'the record of operators is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `operator_actions_never_deleted` BEFORE DELETE ON `operator_actions` BEGIN SELECT RAISE(ABORT, 'the record of operators is append-only'); END;
